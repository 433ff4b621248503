package portal

import (
	"context"
	"time"

	"github.com/godbus/dbus/v5"
)

// The names of what GNOME's compositor tells of idleness by.
const (
	mutter     = "org.gnome.Mutter.IdleMonitor"
	mutterCore = "/org/gnome/Mutter/IdleMonitor/Core"
)

// IdleMonitor asks GNOME's compositor for how long nobody has used mouse or keyboard,
// which it tells everybody in the session. What programs send by the portal counts as
// use.
type IdleMonitor struct{ conn *dbus.Conn }

// OpenIdleMonitor connects to the monitor. The error says that the session has none.
func OpenIdleMonitor(ctx context.Context) (*IdleMonitor, error) {
	limited, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	conn, err := connect(limited)
	if err != nil {
		return nil, err
	}
	m := &IdleMonitor{conn}
	if _, err := m.Idle(limited); err != nil {
		conn.Close()
		return nil, err
	}
	return m, nil
}

// Idle returns for how long nobody has used them, in whole milliseconds.
func (m *IdleMonitor) Idle(ctx context.Context) (time.Duration, error) {
	var ms uint64
	err := m.conn.Object(mutter, mutterCore).CallWithContext(ctx, mutter+".GetIdletime", dbus.FlagNoAutoStart).Store(&ms)
	const most = 1 << 40 // as milliseconds some 30 years, which a Duration holds
	return time.Duration(min(ms, most)) * time.Millisecond, err
}

// Close ends the connection.
func (m *IdleMonitor) Close() error { return m.conn.Close() }
