package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"autoqueens/internal/fault"
)

// shells are those that completion can be written for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func newCompletionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a script that completes commands, flags and values",
		Long: `Print a script that makes a shell complete what you type after "autoqueens"
when you press Tab: commands and flags, and the values of flags, such as the
names of your profiles. SHELL is bash, zsh, fish or powershell.

For bash, which needs the package bash-completion:
  mkdir -p ~/.local/share/bash-completion/completions
  autoqueens completion bash > ~/.local/share/bash-completion/completions/autoqueens

For zsh, with a folder that is in your fpath before compinit runs:
  autoqueens completion zsh > ~/.zfunc/_autoqueens

For fish:
  autoqueens completion fish > ~/.config/fish/completions/autoqueens.fish

For PowerShell, in your profile:
  autoqueens completion powershell | Out-String | Invoke-Expression

It works in shells that are opened afterwards.`,
		Example: `  autoqueens completion bash
  source <(autoqueens completion bash)     # in this shell only`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fault.Plain("it is not said for which shell", "name one of bash, zsh, fish and powershell, as in 'autoqueens completion bash'")
			}
			return nil
		},
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), cmd.OutOrStdout()
			var err error
			switch args[0] {
			case "bash":
				err = root.GenBashCompletionV2(out, true)
			case "zsh":
				err = root.GenZshCompletion(out)
			case "fish":
				err = root.GenFishCompletion(out, true)
			case "powershell":
				err = root.GenPowerShellCompletionWithDesc(out)
			default:
				return fault.Plainf("name one of bash, zsh, fish and powershell", "there is no completion for %q", args[0])
			}
			return fault.Unwritable("the output", err)
		},
	}
}

// values completes one of some words. A word may be followed by a tab and a
// description.
func values(words ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// commaValues completes words of which several may be given, with commas between.
func commaValues(words ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndex(typed, ",")+1]
		given := strings.Split(before, ",")
		var out []cobra.Completion
		for _, word := range words {
			if !slices.Contains(given, word) {
				out = append(out, before+word)
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// completeFlags completes the values of flags that mean the same everywhere, and
// keeps shells from offering files where a number or a time is to be given. What
// a command has registered itself stays.
func completeFlags(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		switch complete := c.RegisterFlagCompletionFunc; {
		case f.Name == "pace":
			_ = complete(f.Name, values(paces...))
		case f.Name == "image":
			_ = complete(f.Name, files(0, pictureFiles...))
		case f.Name == "since": // a day
			_ = complete(f.Name, nothing)
		case strings.HasPrefix(f.Value.Type(), "int"), strings.HasPrefix(f.Value.Type(), "uint"),
			strings.HasPrefix(f.Value.Type(), "float"), f.Value.Type() == "duration":
			_ = complete(f.Name, nothing)
		}
	})
	for _, sub := range c.Commands() {
		completeFlags(sub)
	}
}

// nothing completes nothing: what is to be given is a number, or a name that is
// yet to be chosen.
func nothing(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// The extensions of the files that commands take.
var (
	pictureFiles = []string{"png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff"}
	boardFiles   = append([]string{"txt", "json", "jsonl"}, pictureFiles...)
	sudokuFiles  = []string{"txt", "sdk", "sdm", "csv"}
)

// files completes files with some extensions, as many as an argument list takes;
// 0 is any number.
func files(most int, extensions ...string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if most > 0 && len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// numbers returns the numbers of a range as words.
func numbers(from, to int) (words []string) {
	for n := from; n <= to; n++ {
		words = append(words, strconv.Itoa(n))
	}
	return words
}
