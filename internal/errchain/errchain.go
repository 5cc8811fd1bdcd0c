// Package errchain looks at errors that others made: their methods may panic, and a chain of them may have no end.
package errchain

// maxErrors bounds how many errors of a chain are looked at.
const maxErrors = 100

// Find returns the first error of type T among err and what it wraps, in the order of [errors.As], within the first
// hundred. It calls Unwrap alone, so a panic can come from there only.
func Find[T error](err error) (found T, ok bool) {
	Walk(err, func(e error) bool {
		found, ok = e.(T)
		return !ok
	})
	return found, ok
}

// Walk calls use for err and what it wraps, a hundred errors at most, until use returns false.
func Walk(err error, use func(error) bool) {
	left := maxErrors
	var walk func(error) bool
	walk = func(e error) bool {
		for e != nil && left > 0 {
			if left--; !use(e) {
				return false
			}
			switch x := e.(type) {
			case interface{ Unwrap() error }:
				e = x.Unwrap()
			case interface{ Unwrap() []error }:
				for _, inner := range x.Unwrap() {
					if !walk(inner) {
						return false
					}
				}
				return true
			default:
				return true
			}
		}
		return left > 0
	}
	walk(err)
}
