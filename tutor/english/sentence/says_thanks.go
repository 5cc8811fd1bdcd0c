package sentence

// saysThanks reports whether f is the verb of "thank you" after another word that somebody says, and so no verb of what he does: she always says please and
// thank you.
func (a *Analysis) saysThanks(f *found) bool {
	p, i := a.parser, f.main
	if i < 3 || p.words[i].lower != "thank" || !p.matches(i+1, []string{"you"}) || !p.lex.is(p.words[i-1].lower, "coordinator") || p.words[i-2].punct {
		return false
	}
	before := a.verbBefore(i - 1)
	return before != nil && (before.Verb == "say" || before.Verb == "write" || before.Verb == "shout" || before.Verb == "whisper") && !p.marked(before.found.end, i, ",;:")
}
