package verb

// Level returns the CEFR level of a known verb in the table, by which readings are ordered, or "".
func Level(base string) string { return lexicon().verbs[base].level }
