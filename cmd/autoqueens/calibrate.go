package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/vision/screen"
)

// calibrateFlags are the flags of calibrate.
type calibrateFlags struct {
	place       place.Place
	input       string // the name of a way to use the mouse, see input.Open
	show, check bool
	clicks      int
	pace        string
	startButton string
	pad         string // the places of a pad's buttons, byPointer, or forget
	try         bool
	game        string // that the button opens, "" for none in particular

	page, noPage, point bool
	pageFile            string
	force               bool
}

func newCalibrateCommand() *cobra.Command {
	var f calibrateFlags
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Find the board, check where the mouse goes, and save both",
		Long: `Find the board on the screen, check that the mouse goes where it is sent, and
save both as a profile, so that "play" knows where to look first and how the
game is clicked.

In a terminal it opens a page in your browser. It shows the screen as it was
before the page opened, with what was read drawn over it. Accept the board,
choose another one or drag a rectangle, try it out with the mouse, and save;
everything works by keyboard too. The page is served on this machine for you
alone. Its pictures stay in memory; only what the region shows is kept, beside
the profile.

Without the page:
  --no-page    save the board that is found, at once. So it does anyway where
               input or output is no terminal, and with --region, --display or
               --quiet; --page opens the page all the same
  --point      put the mouse on two opposite corners of the board, and press
               Enter in the terminal at each
  --page-file  write what the page shows into a file, to be looked at on another
               machine; no profile is saved

Before it saves, the mouse is moved to the corners of the region and back.
Nothing is clicked, but with --try, and it stops when you move the mouse.

"play" works without a profile too. A profile saves time with several displays,
and keeps the number of clicks and the pace of a game.

A profile can also keep the buttons that open a board: that of the start page,
while that page is open, and that of the next board, while the card with the
result is open; up to four, and one more for each game with --game, which "daily"
presses while that game is left to be played. Show them one after the other: run it with
--start-button pointer and put the pointer on the button's word. Nothing is
clicked. "play" and "daily" then click there before the first board, and
"play --repeat" and "play --watch" between two boards: only there, only while the
button looks as it did, only when no board is in sight that is still to be
played, and only while you leave the mouse alone. Before the first board it has to
rest for a second; between two you must not have touched it since the last one.
A button is tried three times. Without start buttons they click nothing but
boards.

Some pages take no drags in Zip, or no digit keys in Mini Sudoku. --try finds out: with
the board on the screen it makes one right move, by a drag and then by an arrow key, or
by a digit key and then by the button of the digit, until one shows, and keeps which of
them it was. It clicks the button only where you have shown the pad before, with --pad
pointer: put the pointer on the digit of each button in turn.`,
		Example: `  autoqueens calibrate                        # with the game on the screen
  autoqueens calibrate --point                # show it with the mouse instead
  autoqueens calibrate --no-page              # take what is found
  autoqueens calibrate --page-file seen.html  # to look at on another machine
  autoqueens calibrate --region 700,200,450,450
  autoqueens calibrate --profile clone --clicks 1
  autoqueens calibrate --show
  autoqueens calibrate --check                # is what was saved still true?
  autoqueens calibrate --start-button pointer # show it a button that opens a board
  autoqueens calibrate --start-button pointer --game zip  # ... one of Zip
  autoqueens calibrate --start-button none    # ... and take them all back
  autoqueens calibrate --pad pointer          # show it the digits below a Sudoku
  autoqueens calibrate --try                  # does this page take drags, or keys?`,
		Args:   cobra.NoArgs,
		PreRun: func(cmd *cobra.Command, _ []string) { stopOnSuspend(cmd.Context()) },
		RunE:   func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	addPlaceFlags(cmd, &f.place)
	addInputFlag(cmd, &f.input)
	flags := cmd.Flags()
	flags.Lookup("profile").Usage = "save, show or check the profile `NAME`"
	flags.BoolVar(&f.show, "show", false, "print the saved profile and change nothing")
	flags.BoolVar(&f.check, "check", false, "check that the saved profile still holds and change nothing")
	flags.IntVar(&f.clicks, "clicks", calibrate.DefaultClicks, "`N` clicks take a cell of this game from empty to queen")
	flags.StringVar(&f.pace, "pace", calibrate.PaceFast, "play this game at `PACE`: fast, human, or a pause such as 150ms")
	flags.StringVar(&f.startButton, "start-button", "", "add a button that opens a board to the saved profile, that of the start page or of the next board: `PLACE` is X,Y in pixels of the desktop, pointer to show it with the mouse, or none to forget all")
	_ = cmd.RegisterFlagCompletionFunc("start-button", cobra.FixedCompletions([]string{byPointer, forget}, cobra.ShellCompDirectiveNoFileComp))
	flags.StringVar(&f.pad, "pad", "", "keep the buttons of a Sudoku's digits in the saved profile: `PLACES` are X,Y in pixels of the desktop for 1, 2, 3 and so on, pointer to show with the mouse those of the board on the screen, or none to forget them")
	_ = cmd.RegisterFlagCompletionFunc("pad", cobra.FixedCompletions([]string{byPointer, forget}, cobra.ShellCompDirectiveNoFileComp))
	flags.BoolVar(&f.try, "try", false, "make one right move on the board on the screen, in each way that the game has until one shows, and keep that in the saved profile")
	addGameFlag(cmd, &f.game, "the start button that is shown, or forgotten, opens the game `NAME`")
	flags.BoolVar(&f.page, "page", false, "open the page, wherever the command runs")
	flags.BoolVar(&f.noPage, "no-page", false, "open no page: save the board that is found")
	flags.BoolVar(&f.point, "point", false, "show two opposite corners of the board with the mouse, and press Enter at each")
	flags.StringVar(&f.pageFile, "page-file", "", "write what was found into `FILE`, as one page of HTML, and save nothing")
	addForceFlag(cmd, &f.force, "page-file")
	_ = cmd.MarkFlagFilename("page-file", "html")
	cmd.MarkFlagsMutuallyExclusive("show", "check", "start-button", "pad", "try", "page", "no-page", "point", "page-file")
	for _, action := range []string{"show", "check", "start-button", "pad", "try"} {
		for _, setting := range []string{"region", "display", "clicks", "pace"} {
			cmd.MarkFlagsMutuallyExclusive(action, setting)
		}
	}
	for _, setting := range []string{"region", "display"} {
		cmd.MarkFlagsMutuallyExclusive("point", setting)
		cmd.MarkFlagsMutuallyExclusive("page-file", setting)
	}
	cmd.MarkFlagsMutuallyExclusive("page", "display")
	return cmd
}

// name returns the name of the profile.
func (f *calibrateFlags) name() string {
	if f.place.Profile == "" {
		return calibrate.DefaultName
	}
	return f.place.Profile
}

// checkFlags looks at the flags alone.
func (f *calibrateFlags) checkFlags() error {
	if err := f.place.Check(); err != nil {
		return err
	}
	if f.clicks < 1 || f.clicks > calibrate.MaxClicks {
		return fault.Plainf(fmt.Sprintf("give a number from 1 to %d; most games take 2", calibrate.MaxClicks), "%d clicks make no queen", f.clicks)
	}
	if _, err := input.ParsePace(f.pace); err != nil {
		return err
	}
	if _, err := calibrate.Path(f.name()); err != nil {
		return err
	}
	if err := f.checkButton(); err != nil {
		return err
	}
	_, err := f.padPlaces()
	return err
}

func (f *calibrateFlags) run(cmd *cobra.Command) error {
	if err := f.checkFlags(); err != nil {
		return err
	}
	switch {
	case f.show:
		return showProfile(cmd, f.name())
	case f.startButton == forget:
		return f.forgetButton(cmd)
	case f.pad == forget:
		return f.forgetPad(cmd)
	case f.try:
		return f.tryMove(cmd)
	case f.check:
		return f.withProfile(cmd, checkProfile)
	case f.startButton != "":
		return f.withProfile(cmd, f.keepButton)
	case f.pad != "":
		return f.withProfile(cmd, f.keepPad)
	case f.pageFile != "":
		return f.writePage(cmd)
	case f.point:
		return f.withHand(cmd, f.byPointing)
	case f.wantsPage(cmd):
		return f.withHand(cmd, f.showPage)
	}
	return f.withHand(cmd, f.save)
}

// withHand opens the mouse and the screen for what is done with them.
func (f *calibrateFlags) withHand(cmd *cobra.Command, do func(*cobra.Command, screen.Source, *input.Hand) error) error {
	// Before the screen: where nothing can be moved, nobody needs to be asked
	// whether it may be looked at.
	hand, err := input.Open(cmd.Context(), f.input)
	if err != nil {
		return err
	}
	defer hand.Close()
	source, err := screen.Open(cmd.Context(), f.place.Capture)
	if err != nil {
		return err
	}
	defer source.Close()
	return do(cmd, source, hand)
}

// withProfile is withHand for what is done with the profile that is saved.
func (f *calibrateFlags) withProfile(cmd *cobra.Command, do func(*cobra.Command, screen.Source, *input.Hand, *calibrate.Profile) error) error {
	profile, err := calibrate.Load(f.name())
	if err != nil {
		return err
	}
	return f.withHand(cmd, func(cmd *cobra.Command, source screen.Source, hand *input.Hand) error {
		return do(cmd, source, hand, profile)
	})
}

// save finds the board, checks the mapping there, and saves both.
func (f *calibrateFlags) save(cmd *cobra.Command, source screen.Source, hand *input.Hand) error {
	found, err := place.Patiently(cmd.Context(), func() (calibrate.Found, bool, error) {
		found, err := f.place.Find(cmd.Context(), source)
		return found, found.Reading != nil, err
	})
	if err != nil {
		return place.Missed(cmd.Context(), source, err)
	}
	return f.keepFound(cmd, hand, found)
}
