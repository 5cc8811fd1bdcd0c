package learner

import "time"

// Monday returns the beginning of the week that was some weeks before the one of now.
func Monday(now time.Time, ago int) time.Time {
	year, month, day := now.Date()
	return time.Date(year, month, day-(int(now.Weekday())+6)%7-7*ago, 0, 0, 0, 0, now.Location())
}

// WeeksAgo returns how many weeks before the one of now the week of at was: most for all that is older. Weeks begin on
// Monday; what is to come counts as this week's.
func WeeksAgo(at, now time.Time, most int) int {
	week := 0
	for week < most && at.Before(Monday(now, week)) {
		week++
	}
	return week
}
