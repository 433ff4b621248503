package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAsOrdinaryUser runs what depends on permissions once more as a user who owns
// nothing, where the tests run as root, who may read and write everything.
func TestAsOrdinaryUser(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("these tests run as an ordinary user")
	}
	const nobody = 65534
	dir, err := os.MkdirTemp("", "") // below no folder that is root's alone
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, filepath.Base(os.Args[0]))
	if err := os.WriteFile(name, program, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, name} {
		if err := os.Chown(path, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	as := &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	see := exec.CommandContext(t.Context(), "test", "-r", "main.go")
	see.SysProcAttr = as
	if see.Run() != nil {
		t.Skip("the project is in a folder that other users cannot read")
	}
	cmd := exec.CommandContext(t.Context(), name, "-test.v",
		"-test.run", "^(TestScript|TestNamesFromOutside|TestNoFile|TestPipeOfNobody)$/^(private|whole|home|full|dump_out|profile|stats|hint|explain|generate_formats|.* .*)?$")
	cmd.SysProcAttr = as
	cmd.Env = append(os.Environ(), "HOME="+dir, "TMPDIR="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, test := range []string{"TestScript/private", "TestScript/whole", "TestNamesFromOutside", "TestPipeOfNobody"} {
		if !strings.Contains(string(out), "--- PASS: "+test+" (") {
			t.Errorf("%s did not pass as an ordinary user\n%s", test, out)
		}
	}
}
