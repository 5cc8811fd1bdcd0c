// Package verb knows the forms of English verbs.
//
// [Of] goes forward, from an infinitive to its principal parts: a table of irregular verbs first,
// the rules of regular spelling for the rest. [Readings] goes backward, from a word in a sentence
// to the verbs it could be a form of, including the two ways in which learners miss a form: the
// regular ending on an irregular verb (goed), and a slip in the spelling rules (stoping).
// [Conjugate] puts the parts together into the five tenses of the tutor.
//
// Two promises hold throughout. A word gets a reading only from a verb in the table of known verbs,
// never from its ending: a gap in the table costs a correction, a guess would cost a false alarm.
// And where English allows two forms (learned, learnt) both are accepted; a [Dialect] only decides
// which is proposed. Everything here is safe for concurrent use.
package verb
