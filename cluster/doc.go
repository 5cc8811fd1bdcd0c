// Package cluster spreads runs over machines that each have a model server of their own, on NATS JetStream.
//
// A coordinator opens a [Batch] on a [Queue] and asks for one answer a line ([Collector.Answer]); workers
// ([Worker.Run]) pull the lines as jobs, make the runs, and send the answers back with the runs' logs. A job is
// given only to workers whose [Fit] is equal to the batch's: the same program, version, model and settings.
//
// Jobs lie in a work queue and answers in a second stream, both on the server's disk. A worker that dies loses its
// job to another one when its lease ends; a coordinator that dies finds the answers when it comes back; every
// message has an id, so that what is sent twice counts once. Jobs that no worker survives are dead letters, which
// the coordinator learns of ([DeadError]). The coordinator's own file stays the truth about what is done.
//
// Nothing here depends on the clocks of machines: leases are the server's.
package cluster
