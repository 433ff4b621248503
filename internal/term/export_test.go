package term

import "time"

// FewColors is what boards are coloured with where there are sixteen colours.
var FewColors = fewColors

// ProgressText is what a progress says.
var ProgressText = progressText

// NewTestLine returns a line that is drawn only by Draw.
var NewTestLine = newLine

// Draw brings the terminal up to date.
func (l *Line) Draw() { l.draw() }

// At sets the clock of a progress.
func (p *Progress) At(now func() time.Time) { p.now = now }
