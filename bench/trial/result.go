package trial

// A Result is what one engine did with one item. Times are in nanoseconds.
type Result struct {
	Name    string `json:"name"`
	Error   string `json:"error,omitempty"`   // why it did not compile
	Reason  string `json:"reason,omitempty"`  // of that, in a word: a keyword, or a kind of limit
	Pointer string `json:"pointer,omitempty"` // of that, RFC 6901 into the schema
	// Trouble says that the engine did not come to a verdict: it crashed, hung or broke its promises.
	Trouble string `json:"trouble,omitempty"`

	Compile int64 `json:"compile"`         // of the schema
	First   int64 `json:"first,omitempty"` // of the mask at the start of a text; 0 when there are no masks
	// Masks and Commits are the times at each position where a mask was computed, in pairs. The last
	// of a refused text has a commit of 0.
	Masks   []int64 `json:"masks,omitempty"`
	Commits []int64 `json:"commits,omitempty"`
	Cold    int     `json:"cold,omitempty"` // how many of them belong to the first text, which finds caches empty

	Texts []Verdict `json:"texts,omitempty"` // one for each text of the item, unless Error or Trouble
}

// A Verdict is what one engine said about one text.
type Verdict struct {
	Accepted bool   `json:"accepted"`
	At       int    `json:"at,omitempty"`  // tokens taken before it was refused
	Why      string `json:"why,omitempty"` // of a refusal, in the engine's words
	// Split says that the verdicts by bytes and by masks differ; Accepted is then the one by bytes.
	Split string `json:"split,omitempty"`
}

// Compiled reports whether the engine made something of the schema, and said so.
func (r Result) Compiled() bool { return r.Error == "" && r.Trouble == "" }
