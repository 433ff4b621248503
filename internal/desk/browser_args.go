package desk

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// quiet are Chromium's switches for a browser that shows one page and nothing
// else: it greets, asks, fetches, reports and restores nothing.
var quiet = []string{
	"--no-first-run",
	"--no-default-browser-check",
	"--no-pings",
	"--no-service-autorun",
	"--disable-background-networking",
	"--disable-breakpad",
	"--disable-client-side-phishing-detection",
	"--disable-component-extensions-with-background-pages",
	"--disable-component-update",
	"--disable-crash-reporter",
	"--disable-default-apps",
	"--disable-domain-reliability",
	"--disable-extensions",
	"--disable-notifications",
	"--disable-popup-blocking",
	"--disable-prompt-on-repost",
	"--disable-quic",
	"--disable-search-engine-choice-screen",
	"--disable-session-crashed-bubble",
	"--disable-sync",
	"--hide-crash-restore-bubble",
	"--metrics-recording-only",
	"--password-store=basic",
	"--use-mock-keychain",
	"--disable-features=" + strings.Join([]string{
		"AutofillServerCommunication", "CertificateTransparencyComponentUpdater",
		"DialMediaRouteProvider", "GlobalMediaControls", "InterestFeedContentSuggestions",
		"MediaRouter", "OptimizationHints", "Translate",
		"WebUIOmniboxAimPopup", "WebUIOmniboxPopup", // pages of its own, loaded before anybody types
	}, ","),
}

// steady keep the page at full speed while another window is in front of it,
// or while the browser believes that one is.
var steady = []string{
	"--disable-background-timer-throttling",
	"--disable-backgrounding-occluded-windows",
	"--disable-renderer-backgrounding",
}

// chromiumArgs writes a profile into dir and returns the command line that
// opens url with it.
func chromiumArgs(dir, url string, o BrowserOptions) ([]string, error) {
	if err := writeChromiumProfile(dir, o); err != nil {
		return nil, err
	}
	args := []string{"--user-data-dir=" + dir}
	args = append(args, quiet...)
	args = append(args, steady...)
	if o.Dark {
		args = append(args, "--force-dark-mode")
	}
	if o.Scale != 0 {
		args = append(args, "--force-device-scale-factor="+number(o.Scale))
	}
	if o.Maximized {
		args = append(args, "--start-maximized") // which a size would undo
	} else if o.Size.X > 0 && o.Size.Y > 0 {
		args = append(args,
			fmt.Sprintf("--window-size=%d,%d", o.Size.X, o.Size.Y),
			fmt.Sprintf("--window-position=%d,%d", o.Position.X, o.Position.Y))
	}
	if lookup(o.Env, softwareRendering) != "" {
		args = append(args, "--disable-gpu")
	}
	if runtime.GOOS == "linux" {
		// Containers have a /dev/shm too small for a page of this size.
		args = append(args, "--disable-dev-shm-usage")
		switch x, wayland := lookup(o.Env, "DISPLAY") != "", lookup(o.Env, "WAYLAND_DISPLAY") != ""; {
		case x && !wayland:
			args = append(args, "--ozone-platform=x11")
		case wayland && !x:
			args = append(args, "--ozone-platform=wayland")
		}
		if os.Geteuid() == 0 {
			// Chromium refuses to run as root with its sandbox. --test-type
			// keeps it from saying so in a bar that moves the page.
			args = append(args, "--no-sandbox", "--test-type")
		}
	}
	if o.App {
		return append(args, "--app="+url), nil
	}
	return append(args, url), nil
}

// zoomBase is the factor of one of Chromium's zoom levels.
const zoomBase = 1.2

func writeChromiumProfile(dir string, o BrowserOptions) error {
	theme := 1 // light
	if o.Dark {
		theme = 2
	}
	type object = map[string]any
	preferences := object{
		"browser": object{
			"check_default_browser": false,
			"has_seen_welcome_page": true,
			"theme":                 object{"color_scheme2": theme},
		},
		"profile":                    object{"exit_type": "Normal", "password_manager_enabled": false},
		"credentials_enable_service": false,
		"translate":                  object{"enabled": false},
		"search":                     object{"suggest_enabled": false},
		// "x" names the default storage partition.
		"partition": object{"default_zoom_level": object{"x": math.Log(o.Zoom) / math.Log(zoomBase)}},
	}
	text, err := json.Marshal(preferences)
	if err != nil {
		return err
	}
	folder := filepath.Join(dir, "Default")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "Preferences"), text, 0o600)
}

// firefoxArgs writes a profile into dir and returns the command line that
// opens url with it. Firefox keeps its zoom levels in a database; its pixel
// ratio does the same to the page and enlarges the controls with it.
func firefoxArgs(dir, url string, o BrowserOptions) ([]string, error) {
	theme := 1 // light
	if o.Dark {
		theme = 0
	}
	preferences := map[string]any{
		"app.normandy.enabled":                                        false,
		"app.shield.optoutstudies.enabled":                            false,
		"app.update.auto":                                             false,
		"app.update.enabled":                                          false,
		"browser.aboutwelcome.enabled":                                false,
		"browser.discovery.enabled":                                   false,
		"browser.newtabpage.enabled":                                  false,
		"browser.safebrowsing.downloads.remote.enabled":               false,
		"browser.safebrowsing.malware.enabled":                        false,
		"browser.safebrowsing.phishing.enabled":                       false,
		"browser.safebrowsing.update.enabled":                         false,
		"browser.search.update":                                       false,
		"browser.sessionstore.resume_from_crash":                      false,
		"browser.shell.checkDefaultBrowser":                           false,
		"browser.startup.homepage_override.mstone":                    "ignore",
		"browser.startup.page":                                        0,
		"browser.tabs.warnOnClose":                                    false,
		"browser.theme.content-theme":                                 theme,
		"browser.theme.toolbar-theme":                                 theme,
		"browser.translations.automaticallyPopup":                     false,
		"datareporting.healthreport.uploadEnabled":                    false,
		"datareporting.policy.dataSubmissionEnabled":                  false,
		"datareporting.policy.dataSubmissionPolicyBypassNotification": true,
		"dom.push.enabled":                                            false,
		"extensions.getAddons.cache.enabled":                          false,
		"extensions.update.enabled":                                   false,
		"layout.css.prefers-color-scheme.content-override":            theme,
		"network.captive-portal-service.enabled":                      false,
		"network.connectivity-service.enabled":                        false,
		"network.prefetch-next":                                       false,
		"signon.rememberSignons":                                      false,
		"toolkit.telemetry.reportingpolicy.firstRun":                  false,
		"ui.systemUsesDarkTheme":                                      theme ^ 1,
	}
	// Unset, the ratio is the display's own.
	if o.Scale != 0 || o.Zoom != 1 {
		ratio := o.Zoom
		if o.Scale != 0 {
			ratio *= o.Scale
		}
		preferences["layout.css.devPixelsPerPx"] = number(ratio)
	}
	var text strings.Builder
	for name, value := range preferences {
		encoded, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&text, "user_pref(%q, %s);\n", name, encoded)
	}
	if err := os.WriteFile(filepath.Join(dir, "user.js"), []byte(text.String()), 0o600); err != nil {
		return nil, err
	}
	args := []string{"--no-remote", "--new-instance", "--profile", dir}
	if o.Size.X > 0 && o.Size.Y > 0 {
		args = append(args, "--width", strconv.Itoa(o.Size.X), "--height", strconv.Itoa(o.Size.Y))
	}
	return append(args, url), nil
}

// describe tells what kind of browser a program is.
func describe(path string) program {
	p := program{path: path, firefox: strings.Contains(strings.ToLower(filepath.Base(path)), "firefox")}
	if runtime.GOOS != "linux" {
		return p
	}
	// A snap's command is a link to the program that runs snaps.
	real, err := filepath.EvalSymlinks(path)
	if err == nil && filepath.Base(real) == "snap" || strings.HasPrefix(path, "/snap/") {
		p.snap = filepath.Base(path)
	}
	return p
}

// profileParent returns the folder to make the temporary profile in: a snap
// can write only to its own, and every other browser takes the system's.
func (p program) profileParent() string {
	if p.snap == "" {
		return ""
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	folder := filepath.Join(home, "snap", p.snap, "common")
	if os.MkdirAll(folder, 0o700) != nil {
		return ""
	}
	return folder
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// withTemp returns an environment in which a browser keeps its temporary files
// in dir, which is removed after it: Chromium leaves a folder behind otherwise,
// every time. It makes a socket there, whose path must not be too long for one;
// a snap has a temporary folder of its own, and systems other than Linux have
// other names for theirs.
func withTemp(env []string, p program, dir string) []string {
	const socket = "/org.chromium.Chromium.XXXXXX/SingletonSocket"
	if runtime.GOOS != "linux" || p.snap != "" || len(dir)+len(socket) >= longestSocket {
		return env
	}
	return append(slices.Clip(env), "TMPDIR="+dir) // the last of two counts
}

// longestSocket is the room that the address of a socket has for its path on
// Linux, with the zero at its end.
const longestSocket = 108
