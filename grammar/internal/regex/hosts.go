package regex

import (
	"fmt"
	"strings"
)

const (
	octet = `(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
	ipv4  = octet + `(?:\.` + octet + `){3}`
	label = `[a-zA-Z0-9](?:[a-zA-Z0-9\-]{0,61}[a-zA-Z0-9])?`
	atom  = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~\\-]+"
)

func ipv4Format(s *Space) Expr { return s.whole(ipv4) }

func ipv6Format(s *Space) Expr { return s.whole(ipv6()) }

// ipv6 returns the pattern of RFC 3986, section 3.2.2: eight groups, of which the last two may be
// written as IPv4, or fewer around one :: that stands for at least one.
func ipv6() string {
	const group = `[0-9a-fA-F]{1,4}`
	last := `(?:` + group + `:` + group + `|` + ipv4 + `)`
	list := []string{fmt.Sprintf(`(?:%s:){6}%s`, group, last)}
	for before := range 8 {
		head := ""
		if before > 0 {
			head = fmt.Sprintf(`(?:%s:){0,%d}%s`, group, before-1, group)
		}
		left := 7 - before // groups there may be after the ::
		tails := []string{""}
		if left >= 1 {
			tails = append(tails, group)
		}
		if left >= 2 {
			tails = append(tails, fmt.Sprintf(`(?:%s:){0,%d}%s`, group, left-2, last))
		}
		list = append(list, head+`::(?:`+strings.Join(tails, "|")+`)`)
	}
	return `(?:` + strings.Join(list, "|") + `)`
}

// emailFormat follows RFC 5321, section 4.1.2: the local part has at most 64 characters, and a domain
// is made of letters, digits and hyphens, whatever a label may stand for.
func emailFormat(s *Space) Expr {
	local := s.Union(s.whole(atom+`(?:\.`+atom+`)*`), s.whole(`"(?:[ !#-\[\]-~]|\\[ -~])*"`))
	local = s.Intersect(local, s.Repeat(AnyRune, 1, 64))
	literal := s.whole(`\[(?:` + ipv4 + `|IPv6:` + ipv6() + `)\]`)
	return s.Concat(local, s.One('@'), s.Union(s.whole(label+`(?:\.`+label+`)*`), literal))
}
