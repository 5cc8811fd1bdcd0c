package show

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
)

// A Progress is a bar for work on a known number of inputs. Where one of them takes long, it says what its runs are doing.
// It is safe for concurrent use. Stop it in the end.
type Progress struct {
	*Bar
	total int

	state   sync.Mutex // guards what follows
	recent  []mark     // the oldest first
	done    int
	more    string
	inputs  []*input      // those that are worked on, the oldest first
	stopped chan struct{} // nil: nothing ticks
	ends    sync.WaitGroup
}

// An input is one that is worked on.
type input struct {
	*Activity
	name string
}

// A mark is how many inputs were done at a time.
type mark struct {
	at   time.Time
	done int
}

// The rate is taken over so many marks, which lie so far apart at least: one input that waited for its model shall not
// count for ever.
const (
	maxRecent = 20
	markEvery = 250 * time.Millisecond
)

// barCells is the width of the bar of a Progress.
const barCells = 16

// NewProgress begins to measure work on total inputs, of which some are done.
func NewProgress(c *cli.Console, quiet bool, total, done int) *Progress {
	return &Progress{Bar: NewBar(c, quiet, barCells), total: total, done: done, recent: []mark{{time.Now(), done}}}
}

// Step shows that so many inputs are done, how fast, what is left, and more, if it is time to.
func (p *Progress) Step(done int, more string) {
	p.state.Lock()
	p.done, p.more = done, more
	if now := time.Now(); now.Sub(p.recent[len(p.recent)-1].at) >= markEvery {
		p.recent = append(p.recent[max(0, len(p.recent)-maxRecent):], mark{now, done})
	}
	p.state.Unlock()
	p.show()
}

// Begin says that the input of a name is worked on: watch follows its events until end is called.
func (p *Progress) Begin(name string) (watch func(loop.Event), end func()) {
	in := &input{NewActivity(), name}
	p.state.Lock()
	defer p.state.Unlock()
	p.inputs = append(p.inputs, in)
	if p.stopped == nil {
		p.stopped = make(chan struct{})
		p.ends.Go(p.tick)
	}
	return in.Event, func() {
		p.state.Lock()
		defer p.state.Unlock()
		p.inputs = slices.DeleteFunc(p.inputs, func(other *input) bool { return other == in })
	}
}

// tick shows what is being done while no input ends.
func (p *Progress) tick() {
	every := time.NewTicker(liveEvery)
	defer every.Stop()
	for {
		select {
		case <-p.stopped:
			return
		case <-every.C:
			if p.slow() != "" {
				p.show()
			}
		}
	}
}

// Stop removes the bar.
func (p *Progress) Stop() {
	p.state.Lock()
	if p.stopped != nil {
		close(p.stopped)
	}
	p.state.Unlock()
	p.ends.Wait()
	p.Wipe()
}

// slow says what the runs on the oldest input are doing, if it takes long; else "".
func (p *Progress) slow() string {
	p.state.Lock()
	defer p.state.Unlock()
	if len(p.inputs) == 0 {
		return ""
	}
	oldest := p.inputs[0]
	d := oldest.Doing()
	if d.Elapsed < liveAfter {
		return ""
	}
	said := measured(d)
	if d.Run > 0 { // its events are followed
		said = append(said, strings.Join(doing(d), " · "))
	}
	return " · " + oldest.name + ": " + strings.Join(said, " · ") // a narrow terminal cuts the end
}

// show draws the bar, if it is time to.
func (p *Progress) show() {
	slow := p.slow()
	p.state.Lock()
	done, more, from := p.done, p.more, p.recent[0]
	p.state.Unlock()
	p.Draw(float64(done)/float64(p.total), func() string {
		text := fmt.Sprintf("%d/%d", done, p.total)
		if seconds := time.Since(from.at).Seconds(); seconds > 0 && done > from.done {
			rate := float64(done-from.done) / seconds
			left := Remaining(float64(p.total-done), rate)
			text += fmt.Sprintf(" · %s/s · %v left", Rounded(rate), left)
		}
		return text + slow + more
	})
}
