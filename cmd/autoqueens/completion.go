package main

import (
	"github.com/spf13/cobra"

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
				return fault.New(fault.Failed, "it is not said for which shell", "name one of bash, zsh, fish and powershell, as in 'autoqueens completion bash'")
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
				return fault.Newf(fault.Failed, "name one of bash, zsh, fish and powershell", "there is no completion for %q", args[0])
			}
			return fault.Unwritable("the output", err)
		},
	}
}
