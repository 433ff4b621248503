// Command picture takes the pictures of the calibration page for the README: the
// practice game in a real browser on a virtual display, the page that calibrate
// opens over it, light and dark, and the mouse on its way over the corners.
//
//	go run ./internal/workshop/calibratepicture -o FOLDER
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"autoqueens/calibrate"
	"autoqueens/internal/calibratepage"
	"autoqueens/internal/desk"
	"autoqueens/internal/practice"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

func main() {
	out := flag.String("o", ".", "folder for calibrate-light.png and calibrate-dark.png")
	flag.Parse()
	if err := run(context.Background(), *out); err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out string) error {
	d, err := desk.Start(ctx, desk.Options{Width: 1280, Height: 1240, WM: desk.Openbox})
	if err != nil {
		return err
	}
	defer d.Close()
	for _, entry := range d.Env() { // the screen is captured by this process
		name, value, _ := strings.Cut(entry, "=")
		switch name {
		case "DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XDG_CONFIG_HOME", "HOME":
			os.Setenv(name, value)
		}
	}
	light := false
	game, err := practice.Start(ctx, practice.Options{Size: 8, Seed: 4, AutoStart: true, Dark: &light})
	if err != nil {
		return err
	}
	defer game.Close()
	if _, err := d.OpenBrowser(ctx, game.URL(), desk.BrowserOptions{Maximized: true}); err != nil {
		return err
	}
	if err := game.WaitReady(ctx); err != nil {
		return err
	}
	source, err := screen.Open(ctx, "")
	if err != nil {
		return err
	}
	defer source.Close()
	// The page is ready a moment before the window shows it.
	var found calibrate.Found
	for found.Reading == nil {
		if found, err = calibrate.Find(ctx, source, vision.Read); err != nil && found.Picture == nil {
			return err
		}
	}
	for _, theme := range []string{"light", "dark"} {
		data, err := shoot(ctx, source, found, theme)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, "calibrate-"+theme+".png"), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// shoot returns a picture of the page in the middle of the test of the corners.
func shoot(ctx context.Context, source screen.Source, found calibrate.Found, theme string) ([]byte, error) {
	b := found.Reading.Lattice.Bounds().Image()
	pointer := make(chan image.Point, 1) // holds where the mouse is
	pointer <- image.Pt(0, 0)
	server, err := calibratepage.Start(ctx, calibratepage.Options{
		Source: source, Name: calibrate.DefaultName,
		Pointer: func() (image.Point, error) { p := <-pointer; pointer <- p; return p, nil },
		Keep: func(context.Context, *calibrate.Profile, calibrate.Found) (string, error) {
			return "", errors.New("nothing is saved for a picture")
		},
	})
	if err != nil {
		return nil, err
	}
	defer server.Close()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("hide-scrollbars", true))
	ctx, cancel := chromedp.NewExecAllocator(ctx, options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	err = chromedp.Do(ctx,
		chromedp.EmulateViewport(1360, 1090),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
			})
			return err
		}),
		chromedp.Navigate(server.URL()), chromedp.WaitVisible(chromedp.CSS(".reading")),
		chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent("t"))
	if err != nil {
		return nil, err
	}
	for i, corner := range []image.Point{b.Min.Add(image.Pt(9, 8)), image.Pt(b.Max.X-14, b.Min.Y+10)} {
		<-pointer
		pointer <- corner
		ticked := fmt.Sprintf(`document.querySelectorAll("#ticks .done").length === %d`, i+1)
		if _, err := chromedp.Run(ctx, chromedp.Poll[bool](ticked)); err != nil {
			return nil, err
		}
	}
	if err := chromedp.Do(ctx, chromedp.Focus(chromedp.CSS("#test"))); err != nil {
		return nil, err
	}
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}
