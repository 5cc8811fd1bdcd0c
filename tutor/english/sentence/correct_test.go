package sentence

// Correct analyzes every sentence of text and returns text with their wrong verbs mended.
func Correct(text string) string {
	var out []byte
	for _, s := range Split(text) {
		out = append(out, Analyze(s).Corrected()...)
	}
	return string(out)
}
