// Package doctor tells what on this machine would keep the program from seeing
// the screen or clicking, and what to do about it.
//
// It works in two steps: Examine collects facts and changes nothing, Judge
// turns facts into findings. Judge is pure, so every finding can be tested
// without the machine that has the trouble.
package doctor

import (
	"fmt"
	"io"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
)

// Level says how bad a finding is.
type Level string

// The levels.
const (
	OK   Level = "ok"
	Warn Level = "warn" // the program works, but something may surprise
	Fail Level = "fail" // the program cannot play until this is mended
)

// Finding is one line of the report.
type Finding struct {
	Level  Level  `json:"level"`
	About  string `json:"about"` // the subject, one word, for scripts
	What   string `json:"what"`
	Advice string `json:"advice,omitempty"` // what to do; empty where there is nothing to do
}

// Report is what an examination found, in the order of the flow.
type Report struct {
	Usable   bool      `json:"usable"` // no finding is a Fail
	Findings []Finding `json:"findings"`
}

// Err returns nil for a usable machine, else a *fault.Error of kind
// NoAccess that speaks of the first thing to mend.
func (r Report) Err() error {
	for _, f := range r.Findings {
		if f.Level == Fail {
			return fault.New(fault.NoAccess, "this session cannot be played in: "+f.What, f.Advice)
		}
	}
	return nil
}

// Write prints the report for people, a finding a line:
//
//	ok    what
//	fail  what — what to do
func (r Report) Write(w io.Writer) error {
	for _, f := range r.Findings {
		line := fmt.Sprintf("%-4s  %s", f.Level, f.What)
		if f.Advice != "" {
			line += " — " + f.Advice
		}
		if _, err := fmt.Fprintln(w, printable.Line(line)); err != nil {
			return err
		}
	}
	return nil
}
