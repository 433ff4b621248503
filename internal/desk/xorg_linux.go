package desk

import (
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/randr"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/fault"
)

// dummyDriver is where the driver of Xorg that needs no graphics card is.
const dummyDriver = "/usr/lib/xorg/modules/drivers/dummy_drv.so"

// CheckXorg returns a [*fault.Error] where this machine lacks what a desk with
// outputs needs.
func CheckXorg() error {
	_, err := exec.LookPath("Xorg")
	if err == nil {
		_, err = os.Stat(dummyDriver)
	}
	if err != nil {
		return fault.Wrap(err, fault.NoAccess, "Xorg, or its driver for screens that are not there, is not on this machine",
			"install them: apt-get install xserver-xorg-core xserver-xorg-video-dummy")
	}
	return nil
}

// xorgCommand returns the command that runs Xorg, for configureXorg to complete.
func xorgCommand(o Options) (*exec.Cmd, error) {
	whole := image.Rect(0, 0, o.Width, o.Height)
	for _, out := range o.Outputs {
		if place := (image.Rectangle{out.At, out.At.Add(out.Size)}); out.Size.X <= 0 || out.Size.Y <= 0 || !place.In(whole) || !out.Panning.In(whole) {
			return nil, fault.Plainf("keep every output, and what it pans over, inside the desktop", "the output %v does not lie in %v", out, whole)
		}
	}
	if err := CheckXorg(); err != nil {
		return nil, err
	}
	path, err := find("Xorg")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path)
	cmd.Args[0] = "Xorg"
	return cmd, nil
}

// configureXorg writes Xorg's settings into a folder. It uses neither a virtual
// terminal nor a mouse or a keyboard of the machine: those belong to a seat that
// is not this one.
//
// It does not say how large the desktop is to be: of a size that the server began
// with, it does not tell itself later, and keeps the pointer where it was before.
func configureXorg(cmd *exec.Cmd, dir string, o Options) error {
	config := filepath.Join(dir, "xorg.conf")
	text := fmt.Appendf(nil, `Section "Device"
	Identifier "dummy"
	Driver "dummy"
	VideoRam %d
EndSection
Section "Screen"
	Identifier "screen"
	Device "dummy"
	DefaultDepth %d
	SubSection "Display"
		Depth %[2]d
	EndSubSection
EndSection
Section "ServerFlags"
	Option "BlankTime" "0"
	Option "StandbyTime" "0"
	Option "SuspendTime" "0"
	Option "OffTime" "0"
EndSection
`, 4*o.Width*o.Height/1024+4096, o.Depth)
	if err := os.WriteFile(config, text, 0o600); err != nil {
		return err
	}
	cmd.Args = append(cmd.Args, "-config", config, "-configdir", dir, "-logfile", filepath.Join(dir, "xorg.log"),
		"-seat", "autoqueens", "-novtswitch", "-sharevts", "-keeptty")
	return nil
}

// layOutOutputs switches the outputs of the options on, and all others off.
func layOutOutputs(conn *xgb.Conn, root xproto.Window, o Options) error {
	res, err := randr.GetScreenResourcesCurrent(conn, root).Reply()
	if err != nil {
		return err
	}
	if len(o.Outputs) > min(len(res.Outputs), len(res.Crtcs)) {
		return fault.Plainf(fmt.Sprintf("use up to %d", min(len(res.Outputs), len(res.Crtcs))), "a display of %d outputs cannot be made", len(o.Outputs))
	}
	// The screen may not be made smaller than what is shown of it.
	for _, crtc := range res.Crtcs {
		if err := showOn(conn, crtc, image.Point{}, 0, nil); err != nil {
			return err
		}
	}
	err = randr.SetScreenSizeChecked(conn, root, uint16(o.Width), uint16(o.Height), millimetres(o.Width), millimetres(o.Height)).Check()
	if err != nil {
		return err
	}
	for i, out := range o.Outputs {
		if err := switchOn(conn, root, res.Crtcs[i], res.Outputs[i], out); err != nil {
			return err
		}
	}
	return randr.SetOutputPrimaryChecked(conn, root, res.Outputs[0]).Check()
}

// switchOn shows a part of the desktop on an output.
func switchOn(conn *xgb.Conn, root xproto.Window, crtc randr.Crtc, output randr.Output, o Output) error {
	w, h := uint16(o.Size.X), uint16(o.Size.Y)
	name := fmt.Sprintf("desk-%dx%d-%d", w, h, output)
	mode, err := randr.CreateMode(conn, root, randr.ModeInfo{
		Width: w, Height: h, NameLen: uint16(len(name)),
		// Some pixels and lines that are not shown, as every signal has them, and
		// 60 pictures a second.
		HsyncStart: w + 8, HsyncEnd: w + 16, Htotal: w + 24, VsyncStart: h + 4, VsyncEnd: h + 8, Vtotal: h + 12,
		DotClock: 60 * uint32(w+24) * uint32(h+12),
	}, name).Reply()
	if err != nil {
		return err
	}
	if err := randr.AddOutputModeChecked(conn, output, mode.Mode).Check(); err != nil {
		return err
	}
	if err := showOn(conn, crtc, o.At, mode.Mode, []randr.Output{output}); err != nil {
		return err
	}
	if o.Panning.Empty() {
		return nil
	}
	p := o.Panning
	r, err := randr.SetPanning(conn, crtc, xproto.TimeCurrentTime,
		uint16(p.Min.X), uint16(p.Min.Y), uint16(p.Dx()), uint16(p.Dy()), 0, 0, 0, 0, 0, 0, 0, 0).Reply()
	if err == nil && r.Status != randr.SetConfigSuccess {
		err = errors.New("the X server does not pan")
	}
	return err
}

// showOn has a CRTC send a part of the desktop to outputs; without a mode it is
// switched off.
func showOn(conn *xgb.Conn, crtc randr.Crtc, at image.Point, mode randr.Mode, outputs []randr.Output) error {
	r, err := randr.SetCrtcConfig(conn, crtc, xproto.TimeCurrentTime, xproto.TimeCurrentTime,
		int16(at.X), int16(at.Y), mode, randr.RotationRotate0, outputs).Reply()
	if err == nil && r.Status != randr.SetConfigSuccess {
		err = errors.New("the X server does not take the outputs")
	}
	return err
}
