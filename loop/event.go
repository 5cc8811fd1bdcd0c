package loop

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// LogVersion is the version of the event format, written into every run_started.
const LogVersion = 2

// EventKind says what happened.
type EventKind string

// The kinds of events, in the order in which a run usually meets them.
const (
	RunStarted  EventKind = "run_started"
	Masked      EventKind = "masked"       // policy removed names from the grammar
	Asked       EventKind = "asked"        // a request went to a model
	Delta       EventKind = "delta"        // text of a reply as it arrives; never logged
	Replied     EventKind = "replied"      // a valid reply, or the only reply that the grammar allowed
	Failed      EventKind = "failed"       // an invalid reply, or no reply
	Decided     EventKind = "decided"      // what the planner made of the reply
	Planned     EventKind = "planned"      // a plan was adopted or kept
	PlanStepped EventKind = "plan_step"    // the status of a plan step changed
	CallStarted EventKind = "call_started" // a tool was called
	Observed    EventKind = "observed"     // the result of the call
	Noted       EventKind = "note"         // text came from outside
	Interrupted EventKind = "interrupted"  // the run waits for a person
	Resumed     EventKind = "resumed"      // the run continues, after an interrupt or a crash
	Finished    EventKind = "finished"     // the run has ended; the last event
)

// An Event is one line of the log. Only the field that belongs to its kind is set. The JSON names
// are the Go names in lower case, with underscores between words.
type Event struct {
	Seq  int       `json:"seq,omitempty"` // from 1; 0 for a delta
	Time time.Time `json:"time"`
	Kind EventKind `json:"kind"`

	Run         *RunInfo            `json:"run,omitempty"`         // run_started
	Masked      *MaskInfo           `json:"masked,omitempty"`      // masked
	Ask         *AskInfo            `json:"ask,omitempty"`         // asked
	Delta       *DeltaInfo          `json:"delta,omitempty"`       // delta
	Reply       *ReplyInfo          `json:"reply,omitempty"`       // replied
	Failure     *FailureInfo        `json:"failure,omitempty"`     // failed
	Decision    *planner.Decision   `json:"decision,omitempty"`    // decided
	Plan        *planner.Proposal   `json:"plan,omitempty"`        // planned
	PlanStep    *planner.StepChange `json:"plan_step,omitempty"`   // plan_step
	Call        *CallInfo           `json:"call,omitempty"`        // call_started
	Observation *tools.Observation  `json:"observation,omitempty"` // observed
	Note        *planner.Note       `json:"note,omitempty"`        // note
	Interrupt   *Interrupt          `json:"interrupt,omitempty"`   // interrupted
	Resume      *ResumeInfo         `json:"resume,omitempty"`      // resumed
	Result      *Result             `json:"result,omitempty"`      // finished

	// Within names the plan step whose nested strategy a planned or plan_step event is about; "" means the run's own strategy.
	Within string `json:"within,omitempty"`
}

// RunInfo describes a run at its start, with everything that determines it.
type RunInfo struct {
	Version  int                     `json:"version"` // LogVersion
	ID       string                  `json:"id"`
	Task     string                  `json:"task"`
	Earlier  []planner.Turn          `json:"earlier,omitempty"` // earlier turns of the run's conversation
	Folded   int                     `json:"folded,omitempty"`  // of its first turns, so many are there as question and answer at most
	Strategy string                  `json:"strategy"`
	Planner  json.RawMessage         `json:"planner,omitempty"` // the settings of its planner.Capabilities
	Models   map[model.Role][]string `json:"models"`            // by role: the model, then its fallbacks
	Roles    map[model.Role]RoleInfo `json:"roles,omitempty"`   // role settings that differ from the run's
	Config   Config                  `json:"config"`
	Rules    []RuleInfo              `json:"rules,omitempty"`
	Tools    []ToolInfo              `json:"tools"`
}

// RoleInfo says how the settings of a role differ from the run's.
type RoleInfo struct {
	Temperature *float64 `json:"temperature,omitempty"`
	ReplyTokens int      `json:"reply_tokens,omitempty"`
	Settings    []string `json:"settings,omitempty"` // of its models, in their order: those of [model.Configured]
}

// RuleInfo names a rule and its configuration.
type RuleInfo struct {
	Name string          `json:"name"`
	Rule json.RawMessage `json:"rule,omitempty"`
}

// ToolInfo names a tool and fingerprints its schema.
type ToolInfo struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"` // of the arguments' schema
}

// MaskInfo says which rule removed which names from the next grammar.
type MaskInfo struct {
	Rule  string   `json:"rule"`
	Names []string `json:"names"`
	Lane  string   `json:"lane,omitempty"` // the plan step that the next decision is for
}

// AskInfo describes a request without repeating it.
type AskInfo struct {
	ID          string          `json:"id"` // m1, m2, …
	Role        model.Role      `json:"role"`
	Model       string          `json:"model"`
	Attempt     int             `json:"attempt"`  // from 1; each retry adds one
	Repair      int             `json:"repair"`   // from 0; each repair adds one
	Messages    string          `json:"messages"` // SHA-256
	Schema      string          `json:"schema"`   // SHA-256
	SchemaBytes int             `json:"schema_bytes"`
	Choices     []string        `json:"choices"` // the branches of the schema, by name
	MaxTokens   int             `json:"max_tokens"`
	PromptBytes int             `json:"prompt_bytes"`
	Odds        float64         `json:"odds,omitempty"` // of the [planner.Question]
	Lane        string          `json:"lane,omitempty"`
	Folded      planner.Folding `json:"folded"`
}

// DeltaInfo is a piece of a reply.
type DeltaInfo struct {
	ID       string `json:"id"`
	Text     string `json:"text,omitempty"`
	Thinking string `json:"thinking,omitempty"`
}

// ReplyInfo describes a valid reply and its cost.
type ReplyInfo struct {
	ID           string       `json:"id"`
	Role         model.Role   `json:"role"`
	Model        string       `json:"model"`
	Text         string       `json:"text"`
	Thinking     string       `json:"thinking,omitempty"`
	Finish       model.Finish `json:"finish"`
	PromptTokens int          `json:"prompt_tokens"`
	OutputTokens int          `json:"output_tokens"`
	MS           int64        `json:"ms"`
	LoadMS       int64        `json:"load_ms,omitempty"`
	PromptMS     int64        `json:"prompt_ms,omitempty"`
	Walk         *model.Walk  `json:"walk,omitempty"` // from models that apply the token mask themselves
	// ThinkingPolicy says how thinking was handled, in the terms of the model's package.
	ThinkingPolicy string `json:"thinking_policy,omitempty"`
	Lane           string `json:"lane,omitempty"`
	Salvaged       bool   `json:"salvaged,omitempty"` // Text was found in free text
	Forced         bool   `json:"forced,omitempty"`   // the grammar left no choice: no model was asked, at no cost
}

// FailureInfo describes an invalid reply or a fault, and what the loop does next.
type FailureInfo struct {
	ID           string     `json:"id"`
	Role         model.Role `json:"role"`
	Model        string     `json:"model"`
	Problem      string     `json:"problem"`
	Fault        string     `json:"fault,omitempty"`  // the kind of a transport fault; "" for an invalid reply
	Prefix       string     `json:"prefix,omitempty"` // what had arrived, at most 4 KiB
	Code         string     `json:"code,omitempty"`   // of the [planner.Refusal], if Accept returned one
	Lane         string     `json:"lane,omitempty"`
	Advice       string     `json:"advice,omitempty"` // the model's advice for people about an invalid reply
	Then         string     `json:"then"`             // repair, retry, fallback or given_up
	RetryInMS    int64      `json:"retry_in_ms,omitempty"`
	PromptTokens int        `json:"prompt_tokens"`
	OutputTokens int        `json:"output_tokens"`
	MS           int64      `json:"ms"`
}

// CallInfo is a call with the key that identifies duplicates.
type CallInfo struct {
	tools.Call
	Key      tools.CallKey   `json:"key"`
	Proposed json.RawMessage `json:"proposed,omitempty"` // the model's arguments, if a person edited them
}

// ResumeInfo says why a run continues.
type ResumeInfo struct {
	Reply *Reply `json:"reply,omitempty"` // to an interrupt; nil after a crash
}

// encode returns e as one line of the log, its end included. Arguments, outputs and answers stand in
// it byte for byte, so that a prompt made of what was read back is the one that was sent.
func (e Event) encode() ([]byte, error) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(e)
	return line.Bytes(), err
}
