package regex

import "fmt"

// RFC 3339, section 5.6 and appendix A.
const (
	hour     = `(?:[01]\d|2[0-3])`
	minute   = `[0-5]\d`
	fraction = `(?:\.\d+)?`

	longMonth  = `(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])`
	shortMonth = `(?:0[469]|11)-(?:0[1-9]|[12]\d|30)`
	february   = `02-(?:0[1-9]|1\d|2[0-8])`
	leapYear   = `(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)`

	date = `(?:\d{4}-(?:` + longMonth + `|` + shortMonth + `|` + february + `)|` + leapYear + `-02-29)`

	days    = `\d+D`
	months  = `\d+M(?:` + days + `)?`
	years   = `\d+Y(?:` + months + `)?`
	seconds = `\d+S`
	minutes = `\d+M(?:` + seconds + `)?`
	hours   = `\d+H(?:` + minutes + `)?`
	clock   = `T(?:` + hours + `|` + minutes + `|` + seconds + `)`
)

func dateFormat(s *Space) Expr { return s.whole(date) }

func durationFormat(s *Space) Expr {
	dates := `(?:` + years + `|` + months + `|` + days + `)(?:` + clock + `)?`
	return s.whole(`P(?:\d+W|` + dates + `|` + clock + `)`)
}

func timeFormat(s *Space) Expr { return s.Union(ordinaryTime(s), s.leapSeconds()) }

func dateTimeFormat(s *Space) Expr { return s.onDate(timeFormat(s)) }

// ordinaryTime returns the times without a leap second, which are as long as those with one.
func ordinaryTime(s *Space) Expr {
	const offset = `(?:[zZ]|[+-]` + hour + `:` + minute + `)`
	return s.whole(hour + `:` + minute + `:[0-5]\d` + fraction + offset)
}

func ordinaryDateTime(s *Space) Expr { return s.onDate(ordinaryTime(s)) }

// onDate returns the times of e with a date before them.
func (s *Space) onDate(e Expr) Expr { return s.Concat(s.whole(date), s.whole("[tT]"), e) }

// leapSeconds returns the times of day whose second is 60, which are 23:59 in UTC. Hours and minutes
// must agree with the offset; each rule is a union over its values, and their intersection is exact.
func (s *Space) leapSeconds() Expr {
	utc := s.whole(`23:59:60` + fraction + `(?:[zZ]|[+-]00:00)`)
	// West of Greenwich local time and offset add up to 23:59.
	west := s.Intersect(s.leapHours("-", 23, -1), s.leapMinutes("-", 0, 59, 59, -1))
	// East of it local time is one minute less than the offset: from hh:00 that is the hour before.
	east := s.Intersect(s.leapHours(`\+`, 0, 1), s.leapMinutes(`\+`, 1, 59, -1, 1))
	before := s.Intersect(s.leapHours(`\+`, 23, 1), s.leapMinutes(`\+`, 0, 0, 59, 1))
	return s.Union(utc, west, east, before)
}

// leapHours returns the leap seconds whose hour is base plus slope times the hour of the offset.
func (s *Space) leapHours(sign string, base, slope int) Expr {
	list := make([]Expr, 24)
	for offset := range list {
		local := (base + slope*offset + 24) % 24
		list[offset] = s.whole(fmt.Sprintf(`%02d:\d\d:60%s%s%02d:\d\d`, local, fraction, sign, offset))
	}
	return s.Union(list...)
}

// leapMinutes returns the leap seconds whose minute is base plus slope times the minute of the
// offset, for the minutes first to last of the offset.
func (s *Space) leapMinutes(sign string, first, last, base, slope int) Expr {
	var list []Expr
	for offset := first; offset <= last; offset++ {
		local := base + slope*offset
		list = append(list, s.whole(fmt.Sprintf(`\d\d:%02d:60%s%s\d\d:%02d`, local, fraction, sign, offset)))
	}
	return s.Union(list...)
}
