// Package sentence analyzes the verbs of one English sentence.
//
// [Analyze] cuts the sentence into [Token] values, finds the best parse of its clauses, and returns an
// [Analysis]: each verb [Group] with its [Subject] and a [Judgment] that says right, wrong or
// not judged, which error [Code] it is, and which tool call gives the evidence ([Call]). What a
// tool returned is an [Observation]; [Analysis.Realize] turns one into [Edit] values that write it
// into a group, and [Apply] makes the corrected sentence. [Head] answers the agreement question
// for a subject alone, and [Split] cuts a text into sentences.
//
// Guarantees: the tokens joined are the input, byte for byte; edits touch verb groups only, and
// applied from last to first they give the corrected sentence. Everything is a pure function.
//
// The analysis prefers readings in which nothing is wrong, and never flags a verb it does not
// know. The tense of one of the five is judged by an expression of time (time.go), by since, for and
// how long (time_since.go), and by the clauses beside it (time_clause.go); the form of a verb by the
// word that governs it (form.go, complement.go, complement_form.go, be_verb.go). Where only
// the situation decides, and where a tense outside the five may be meant, a [Pattern] names what was seen and
// nothing is judged.
package sentence
