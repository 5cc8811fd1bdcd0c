package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// A short answer that says the same of another subject turns auxiliary and subject round: so do I, neither is my brother, nor
// can we. The parse takes it for another verb of the first subject; the one it agrees with stands after it.

// readEchoes gives each auxiliary after so, neither and nor the subject that follows it, where nothing else does.
func (a *Analysis) readEchoes() {
	p := a.parser
	for i := 1; i+1 < len(p.words); i++ {
		switch p.words[i-1].lower {
		case "so", "neither", "nor":
		default:
			continue
		}
		g := a.groupAt(i)
		if g == nil || g.found.finite && (g.found.main != g.found.finiteWord() || len(g.found.aux) == 0 || g.found.inverted || g.found.not >= 0) || !g.found.finite && (g.Verb != "do" || !has(p.words[i].readings, verb.Base|verb.ThirdPerson)) {
			continue
		}
		for _, n := range p.nominals(i + 1) {
			if n.kind == objectPronoun || n.end < len(p.words) && !p.words[n.end].punct && !p.lex.is(p.words[n.end].lower, "coordinator", "subordinator") {
				continue
			}
			if !g.found.finite { // neither do she
				a.enterFinite(i, n, mainClause, i, false)
				g = a.groupAt(i)
			}
			g.found.subject, g.found.inverted, g.found.shared = n, true, false
			*g = a.group(g.found)
			break
		}
	}
}
