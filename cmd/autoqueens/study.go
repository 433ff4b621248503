package main

import (
	"github.com/spf13/cobra"

	"autoqueens/internal/boardfile"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
)

// study is where hint and explain take their board from: the screen, or a file.
type study struct {
	place place.Place
	game  string
	image string
}

func (s *study) addFlags(cmd *cobra.Command) {
	addPlaceFlags(cmd, &s.place)
	addGameFlag(cmd, &s.game, "look for a board of the game `NAME` alone")
	cmd.Flags().StringVarP(&s.image, "image", "i", "", "read `FILE` instead of the screen: a picture, or a board as text or JSON; - is standard input")
	for _, flag := range []string{"region", "display", "profile"} {
		cmd.MarkFlagsMutuallyExclusive("image", flag)
	}
	_ = cmd.RegisterFlagCompletionFunc("image", files(0, boardFiles...))
}

// boards returns the boards to study, each with its Reading: those in the file that is named, or
// the first one that a view of the screen shows.
func (s *study) boards(cmd *cobra.Command, args []string) ([]dump.Subject, error) {
	all, err := s.find(cmd, args)
	for _, b := range all {
		if b.Reading.Example {
			note(cmd, "this board is an example, as a dialog or a start page shows one, and not the game")
		}
	}
	return all, err
}

func (s *study) find(cmd *cobra.Command, args []string) ([]dump.Subject, error) {
	if err := s.place.Check(); err != nil {
		return nil, err
	}
	if err := checkGame(&s.game); err != nil {
		return nil, err
	}
	path := s.image
	if len(args) > 0 {
		if path != "" {
			return nil, fault.Plainf("give one of them", "%s and %s are two boards", path, args[0])
		}
		if path = args[0]; s.place != place.Anywhere {
			return nil, fault.Plain("a file is on no display and has no profile", "leave out the file, or --region, --display and --profile")
		}
	}
	if path != "" {
		return boardfile.All(cmd.Context(), path, cmd.InOrStdin(), s.game)
	}
	found, err := s.place.Board(cmd.Context(), s.game, cmd.ErrOrStderr(), details(cmd))
	if err != nil {
		return nil, err
	}
	return []dump.Subject{found}, nil
}
