package cli

import (
	"os"
	"runtime"
	"runtime/debug"
)

// RelaxMemory spends memory to save time, unless GOGC says otherwise. The first collection comes when the program has
// 16 MB and not 4: a sentence needs less, and is corrected without one. Later ones come when the memory has trebled.
func RelaxMemory() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(400)
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { debug.SetGCPercent(200) })
}
