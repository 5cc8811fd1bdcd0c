package loop

// Encode is what writes an event's line of the log.
var Encode = Event.encode
