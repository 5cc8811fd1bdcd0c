package regex

// An address builds the languages of RFC 3986, and with more letters those of RFC 3987.
type address struct {
	letters string // what a class may hold beyond ASCII
	private string // what a query may hold besides
}

var (
	asciiAddress = address{}
	wideAddress  = address{
		letters: `\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF` + planes,
		private: `\uE000-\uF8FF\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}`,
	}
)

// The letters beyond the first plane: each plane without its last two code points.
const planes = `\u{10000}-\u{1FFFD}\u{20000}-\u{2FFFD}\u{30000}-\u{3FFFD}\u{40000}-\u{4FFFD}` +
	`\u{50000}-\u{5FFFD}\u{60000}-\u{6FFFD}\u{70000}-\u{7FFFD}\u{80000}-\u{8FFFD}` +
	`\u{90000}-\u{9FFFD}\u{A0000}-\u{AFFFD}\u{B0000}-\u{BFFFD}\u{C0000}-\u{CFFFD}` +
	`\u{D0000}-\u{DFFFD}\u{E1000}-\u{EFFFD}`

const (
	plainChars = `a-zA-Z0-9\-._~!$&'()*+,;=` // unreserved, and what delimits inside a part
	percent    = `%[0-9a-fA-F]{2}`
	scheme     = `[a-zA-Z][a-zA-Z0-9+\-.]*:`
)

// chars returns the pattern of one character of a part that also allows extra.
func (a address) chars(extra string) string {
	return `(?:[` + plainChars + extra + a.letters + `]|` + percent + `)`
}

func (a address) authority() string {
	user := `(?:` + a.chars(`:`) + `*@)?`
	future := `[vV][0-9a-fA-F]+\.[` + plainChars + `:]+`
	return `//` + user + `(?:\[(?:` + ipv6() + `|` + future + `)\]|` + a.chars(``) + `*)(?::\d*)?`
}

// tail returns the pattern of query and fragment.
func (a address) tail() string {
	query := `(?:` + a.chars(`:@/?`+a.private) + `)*`
	return `(?:\?` + query + `)?(?:#` + a.chars(`:@/?`) + `*)?`
}

// absolute returns the language of addresses with a scheme.
func (a address) absolute(s *Space) Expr {
	segments := `(?:/` + a.chars(`:@`) + `*)*`
	rootless := a.chars(`:@`) + `+` + segments
	rooted := `/(?:` + rootless + `)?`
	path := a.authority() + segments + `|` + rooted + `|(?:` + rootless + `)?`
	return s.whole(scheme + `(?:` + path + `)` + a.tail())
}

// reference returns the language of addresses with or without a scheme.
func (a address) reference(s *Space) Expr {
	segments := `(?:/` + a.chars(`:@`) + `*)*`
	rooted := `/(?:` + a.chars(`:@`) + `+` + segments + `)?`
	rootless := a.chars(`@`) + `+` + segments // a colon would make a scheme of the first segment
	path := a.authority() + segments + `|` + rooted + `|(?:` + rootless + `)?`
	return s.Union(a.absolute(s), s.whole(`(?:`+path+`)`+a.tail()))
}

// uriTemplateFormat follows RFC 6570, section 2, and its erratum 6937: an apostrophe is a literal.
func uriTemplateFormat(s *Space) Expr {
	const (
		char = `(?:\w|` + percent + `)`
		name = char + `(?:\.?` + char + `)*`
		part = name + `(?:\*|:[1-9]\d{0,3})?`
		// The last five operators are reserved for extensions, and still in the grammar.
		expression = `\{[+#./;?&=,!@|]?` + part + `(?:,` + part + `)*\}`
	)
	literal := `[!#$&-;=?-\[\]_a-z~` + wideAddress.letters + wideAddress.private + `]|` + percent
	return s.whole(`(?:` + literal + `|` + expression + `)*`)
}
