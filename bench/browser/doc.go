// Package browser tries the pages of our programs in a real browser: Chromium, without a window.
//
// The programs are built and run as people run them; models are scripted servers that speak as Ollama does. The tests
// are skipped where there is no Chromium, and fail where CI is set. axe-core is looked for where SHORTLEASH_AXE says.
//
//	go test ./browser              # goldens: -update writes them anew
//	go test ./browser -run '^$' -bench .   # what the page weighs and how long it takes
package browser
