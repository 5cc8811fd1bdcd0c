package regex

// What an assertion can look back at: the place where a term begins is the start of the text, or
// stands after a code point that is a word character or another.
const (
	atStart = iota
	afterOther
	afterWord
	places
)

// A rest is what may follow a term, to the end of the text: one language for each place where the
// term may end. This is what makes assertions exact. A look-ahead is an intersection with the rest,
// the end of the text is a rest that may be empty only, and \b and ^ choose among the three.
type rest [places]Expr

var anyRest = rest{All, All, All}

func (k rest) uniform() bool { return k[atStart] == k[afterOther] && k[afterOther] == k[afterWord] }

// A translator makes an expression of a parsed pattern.
type translator struct {
	s      *Space
	work   int
	failed string // what is not supported, "" if all is
	at     int
}

// maxUnroll bounds how often a repetition with assertions inside is written out, maxTerms how many
// terms a pattern may have after that.
const (
	maxUnroll = 16
	maxTerms  = 100_000
)

func (t *translator) fail(n *term, what string) rest {
	if t.failed == "" {
		t.failed, t.at = what, n.at
	}
	return rest{}
}

// search returns every text that holds a match: at the start, or after anything.
func (t *translator) search(root *term) Expr {
	s := t.s
	k := t.then(root, anyRest)
	if k.uniform() {
		return s.concat(All, k[atStart])
	}
	word := s.class(wordRanges)
	other := s.class(invert(wordRanges))
	later := s.Concat(AnyRune, All, k[afterOther])
	if k[afterOther] != k[afterWord] {
		later = s.Union(s.Concat(All, other, k[afterOther]), s.Concat(All, word, k[afterWord]))
	}
	return s.Union(k[atStart], later)
}

// then returns n followed by k.
func (t *translator) then(n *term, k rest) rest {
	if t.work++; t.work > maxTerms {
		return t.fail(n, "pattern of too many terms")
	}
	s := t.s
	if n.plain {
		return t.join(t.plain(n), k)
	}
	switch n.kind {
	case termBegin:
		return rest{k[atStart], Nothing, Nothing}
	case termEnd:
		return each(k, func(e Expr) Expr { return s.Intersect(e, Epsilon) })
	case termBoundary:
		return t.boundary(n, k)
	case termLook:
		ahead := t.then(n.subs[0], anyRest)
		for i, e := range ahead {
			if n.negated {
				e = s.Complement(e)
			}
			k[i] = s.Intersect(k[i], e)
		}
		return k
	case termConcat:
		for i := len(n.subs) - 1; i >= 0; i-- {
			k = t.then(n.subs[i], k)
		}
		return k
	case termUnion:
		var out rest
		for _, sub := range n.subs {
			out = t.either(out, t.then(sub, k))
		}
		return out
	case termRepeat:
		return t.repeat(n, k)
	}
	panic("regex: BUG: a term of unknown kind")
}

func each(k rest, f func(Expr) Expr) rest {
	if k.uniform() {
		e := f(k[atStart])
		return rest{e, e, e}
	}
	for i := range k {
		k[i] = f(k[i])
	}
	return k
}

func (t *translator) either(a, b rest) rest {
	for i := range a {
		a[i] = t.s.Union(a[i], b[i])
	}
	return a
}

func (t *translator) boundary(n *term, k rest) rest {
	s := t.s
	beforeWord := s.concat(s.class(wordRanges), All)
	beforeOther := s.Complement(beforeWord)
	for i := range k {
		if (i == afterWord) == n.negated {
			k[i] = s.Intersect(k[i], beforeWord)
		} else {
			k[i] = s.Intersect(k[i], beforeOther)
		}
	}
	return k
}

// repeat unrolls short repetitions and leaves the unbounded part to star.
func (t *translator) repeat(n *term, k rest) rest {
	body := n.subs[0]
	if n.lo > maxUnroll || n.hi > maxUnroll {
		return t.fail(n, "assertion in a long repetition")
	}
	out := k
	if n.hi < 0 {
		out = t.star(body, k)
	}
	for range n.hi - n.lo {
		out = t.either(k, t.then(body, out))
	}
	for range n.lo {
		out = t.then(body, out)
	}
	return out
}

// star returns body any number of times, then k. Only ^ and $ may stand in the body: an iteration
// that meets ^ is the first that is not empty, one that meets $ the last, so all between are plain.
func (t *translator) star(body *term, k rest) rest {
	inner, ok := t.without(body)
	if !ok {
		return t.fail(body, "look-ahead or \\b in an unbounded repetition")
	}
	out := t.join(t.s.Star(inner), t.either(k, t.then(body, k)))
	out[atStart] = t.s.Union(k[atStart], t.then(body, out)[atStart])
	return out
}

// without returns n where ^ and $ match nowhere; ok is false if it holds other assertions.
func (t *translator) without(n *term) (e Expr, ok bool) {
	s := t.s
	if n.plain {
		return t.plain(n), true
	}
	switch n.kind {
	case termBegin, termEnd:
		return Nothing, true
	case termConcat, termUnion, termRepeat:
		list := make([]Expr, len(n.subs))
		for i, sub := range n.subs {
			if list[i], ok = t.without(sub); !ok {
				return Nothing, false
			}
		}
		switch n.kind {
		case termConcat:
			return s.Concat(list...), true
		case termUnion:
			return s.Union(list...), true
		}
		return s.Repeat(list[0], n.lo, n.hi), true
	}
	return Nothing, false
}

// plain returns the language of a term without assertions.
func (t *translator) plain(n *term) Expr {
	s := t.s
	switch n.kind {
	case termClass:
		return s.class(n.ranges)
	case termConcat:
		e := Epsilon
		for i := len(n.subs) - 1; i >= 0; i-- {
			e = s.concat(t.plain(n.subs[i]), e)
		}
		return e
	case termUnion:
		list := make([]Expr, len(n.subs))
		for i, sub := range n.subs {
			list[i] = t.plain(sub)
		}
		return s.Union(list...)
	case termRepeat:
		return s.Repeat(t.plain(n.subs[0]), n.lo, n.hi)
	}
	panic("regex: BUG: an assertion is not plain")
}

// join returns e followed by k: by the rest that fits the last code point of each member of e.
func (t *translator) join(e Expr, k rest) rest {
	s := t.s
	if k.uniform() {
		both := s.concat(e, k[atStart])
		return rest{both, both, both}
	}
	var out rest
	if k[afterWord] == k[afterOther] && !s.Nullable(e) {
		both := s.concat(e, k[afterWord])
		return rest{both, both, both}
	}
	word, other := s.splitLast(e)
	both := s.Union(s.concat(word, k[afterWord]), s.concat(other, k[afterOther]))
	for i := range out {
		out[i] = both
		if s.Nullable(e) {
			out[i] = s.Union(both, k[i])
		}
	}
	return out
}

// splitLast returns the members of e that end in a word character, and those that end in another.
func (s *Space) splitLast(e Expr) (word, other Expr) {
	n := s.nodes[e]
	switch n.op {
	case opNothing, opEpsilon:
		return Nothing, Nothing
	case opClass:
		w := s.class(wordRanges)
		return s.Intersect(e, w), s.Intersect(e, s.class(invert(wordRanges)))
	case opConcat:
		word, other = s.splitLast(Expr(n.b))
		word, other = s.concat(Expr(n.a), word), s.concat(Expr(n.a), other)
		if s.Nullable(Expr(n.b)) {
			w, o := s.splitLast(Expr(n.a))
			word, other = s.Union(word, w), s.Union(other, o)
		}
		return word, other
	case opUnion:
		for _, m := range s.members(&n) {
			w, o := s.splitLast(m)
			word, other = s.Union(word, w), s.Union(other, o)
		}
		return word, other
	case opRepeat:
		hi := int(n.c) - 1
		if n.c < 0 {
			hi = -1
		}
		w, o := s.splitLast(Expr(n.a))
		before := s.Repeat(Expr(n.a), int(max(n.b-1, 0)), hi)
		return s.concat(before, w), s.concat(before, o)
	}
	word = s.Intersect(e, s.concat(All, s.class(wordRanges)))
	return word, s.Intersect(e, s.concat(All, s.class(invert(wordRanges))))
}
