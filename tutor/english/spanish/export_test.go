package spanish

// Load reads the tables of one variety, as the first call that needs them does.
func Load(v Variety) {
	readPatterns()
	readGlosses()
	readLexicon(v)
}
