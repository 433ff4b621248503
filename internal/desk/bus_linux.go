package desk

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

// busVariable is the variable that names the bus of a session.
const busVariable = "DBUS_SESSION_BUS_ADDRESS"

// Bus is a running message bus (D-Bus) of its own.
type Bus struct {
	address string
	process *process
	dir     string

	closing sync.Once
	err     error
}

// StartBus starts a message bus that knows of no services but those that join
// it, and returns when it takes connections. The bus ends when this program
// dies at the latest; [Bus.Close] must be called.
func StartBus(ctx context.Context) (_ *Bus, err error) {
	b := &Bus{}
	defer func() {
		if err != nil {
			_ = b.Close()
		}
	}()
	if b.dir, err = os.MkdirTemp("", "autoqueens-bus-"); err != nil {
		return nil, cannotStart("no temporary folder could be made", err)
	}
	config, err := busConfig(b.dir)
	if err != nil {
		return nil, cannotStart("no settings for a message bus could be written", err)
	}
	if b.process, b.address, err = startBus(ctx, os.Environ(), b.dir, config); err != nil {
		return nil, err
	}
	return b, nil
}

// Address returns what DBUS_SESSION_BUS_ADDRESS has to be for programs on the
// bus.
func (b *Bus) Address() string { return b.address }

// Suspend stops the bus in the middle of what it does, as an overloaded one
// would, until it is closed. It still takes connections.
func (b *Bus) Suspend() { b.process.signal(b.process.group.suspend) }

// Close ends the bus, waits for it, and removes its files. It may be called
// twice.
func (b *Bus) Close() error {
	b.closing.Do(func() {
		if b.process != nil {
			b.process.kill()
		}
		b.err = removeAll(b.dir)
	})
	return b.err
}

// serviceFolders is where programs say how they are started by a bus.
var serviceFolders = []string{"/usr/local/share/dbus-1/services", "/usr/share/dbus-1/services"}

// startBus starts a bus in a folder and returns its address. It has the settings
// in a file, or those of the system's session buses where config is empty. The
// services it starts get the bus's environment.
func startBus(ctx context.Context, env []string, dir, config string) (*process, string, error) {
	path, err := find("dbus-daemon")
	if err != nil {
		return nil, "", err
	}
	arg := "--session"
	if config != "" {
		arg = "--config-file=" + config
	}
	cmd := exec.Command(path, arg, "--nofork", "--nopidfile", "--nosyslog", "--print-address=3")
	cmd.Args[0] = "dbus-daemon"
	cmd.Env, cmd.Dir = env, dir
	p, address, err := startAndAsk(ctx, cmd)
	if err != nil {
		return nil, "", explain(ctx, "the message bus could not be started", err)
	}
	return p, address, nil
}

// busConfig writes the settings of a bus that starts the services of the given
// names, and no others, when somebody calls them.
func busConfig(dir string, services ...string) (path string, err error) {
	known := filepath.Join(dir, "services")
	if err := os.Mkdir(known, 0o700); err != nil {
		return "", err
	}
	for _, name := range services {
		text, err := readFirst(serviceFolders, name+".service")
		if err != nil {
			return "", fmt.Errorf("how to start %s is not known: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(known, name+".service"), text, 0o600); err != nil {
			return "", err
		}
	}
	path = filepath.Join(dir, "bus.conf")
	return path, os.WriteFile(path, fmt.Appendf(nil, `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=%s</listen>
  <auth>EXTERNAL</auth>
  <servicedir>%s</servicedir>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
`, dir, known), 0o600)
}

// readFirst reads the file of a name in the first folder that has one.
func readFirst(folders []string, name string) (text []byte, err error) {
	for _, folder := range folders {
		if text, err = os.ReadFile(filepath.Join(folder, name)); err == nil {
			return text, nil
		}
	}
	return nil, err
}
