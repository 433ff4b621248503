# autoqueens: two commands do everything on a fresh Debian machine with Go.
#
#   make demo   build, open the practice game in a browser, play it, tell how it went
#   make test   every test, including boards played in a real browser
#
# Both install what they need, and say what and why.

# Go's own place, for shells that do not have it on the PATH yet.
export PATH := $(PATH):/usr/local/go/bin

GO          ?= go
DEMO        ?=
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
MISSPELL    := github.com/golangci/misspell/cmd/misspell@v0.8.0
GORELEASER  := github.com/goreleaser/goreleaser/v2@v2.15.0
ACTIONLINT  := github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.8.0
GOTESTSUM   := gotest.tools/gotestsum@v1.13.0
BENCHSTAT   := golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
LDFLAGS := -X main.version=$(VERSION)
# No path of this machine, but the commit where there is one.
BUILD   := -trimpath -buildvcs=auto -ldflags '$(LDFLAGS)'

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: ## play the practice game in a real browser (DEMO="--size 9 --dark --zoom 1.5")
	@scripts/need build desktop
	@$(MAKE) --no-print-directory build
	@bin/autoqueens demo $(DEMO)

.PHONY: build
build: ## build bin/autoqueens
	@mkdir -p bin
	@echo "compiling; the first time that takes some minutes"
	$(GO) build $(BUILD) -o bin/autoqueens ./cmd/autoqueens

.PHONY: windows
windows: ## cross-compile bin/autoqueens.exe (GOARCH=amd64)
	@mkdir -p bin
	GOOS=windows GOARCH=$(or $(GOARCH),amd64) CGO_ENABLED=0 $(GO) build $(BUILD) -o bin/autoqueens.exe ./cmd/autoqueens

# What says the same on every machine is printed by a build for this one.
PRINT := GOOS= GOARCH= CGO_ENABLED=0 $(GO) run -ldflags '$(LDFLAGS)' ./cmd/autoqueens

.PHONY: man
man: export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || date +%s)
man: ## the manual pages, out/man/*.1.gz, dated by SOURCE_DATE_EPOCH or the commit
	@rm -rf out/man
	@$(PRINT) man out/man
	@gzip -9n out/man/*.1

.PHONY: completions
completions: ## completion for shells, out/completions/{bash,zsh,fish,powershell}
	@mkdir -p out/completions
	@for shell in bash zsh fish powershell; do $(PRINT) completion $$shell > out/completions/$$shell || exit 1; done

# Half of what the tests of pages and displays take is waiting, for windows and for pauses that
# are to be there: one more package than there are cores keeps the cores busy. Twice as many starve
# the pages, which tests then find late.
OVERLAP = -p $(shell echo $$(($$(nproc) + 1)))

# Those that take longest begin first, or one of them would be waited for at the end.
ALL = ./cmd/autoqueens ./internal/workshop/playbench ./vision ./input ./vision/games ./internal/practice \
	./internal/workshop/render/web ./...

# Of what go vet looks at, go test would look at a part again.
.PHONY: test
test: ## every test, including played boards in a real browser
	@scripts/need build test
	@scripts/gofmt-check
	$(GO) vet ./...
	CGO_ENABLED=0 $(GO) build -ldflags='-s -w' -o /dev/null ./cmd/autoqueens
	$(GO) run ./internal/workshop/crosscheck
	AUTOQUEENS_REQUIRE_DISPLAY=1 AUTOQUEENS_REQUIRE_BROWSER=1 $(GO) test -vet=off $(OVERLAP) -timeout 15m $(ALL)

.PHONY: test-times
test-times: ## every test again, and those that take longest (SLOW=2s)
	@scripts/need build test
	@mkdir -p out
	AUTOQUEENS_REQUIRE_DISPLAY=1 AUTOQUEENS_REQUIRE_BROWSER=1 $(GO) test $(OVERLAP) -count=1 -timeout 15m -json $(ALL) > out/test.json; \
		$(GO) run $(GOTESTSUM) tool slowest --threshold $(or $(SLOW),2s) --jsonfile out/test.json

.PHONY: e2e-all
e2e-all: ## the whole grid of played boards: sizes, themes, zooms
	@scripts/need build test
	AUTOQUEENS_REQUIRE_DISPLAY=1 AUTOQUEENS_REQUIRE_BROWSER=1 AUTOQUEENS_E2E=all $(GO) test -count=1 -timeout 60m -v -run 'TestPlay' ./cmd/autoqueens

.PHONY: desktops
desktops: ## boards and stops under the real GNOME, KDE and Sway of Debian 13, in a folder (BOARDS=10 DESKTOPS=folder)
	@scripts/need build test debian
	@GO="$(GO)" scripts/desktops play
	@GO="$(GO)" scripts/desktops stop
	@GO="$(GO)" scripts/desktops time

.PHONY: lint
lint: ## gofmt, vet, staticcheck, govulncheck
	@scripts/need build
	@scripts/gofmt-check
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	@scripts/govulncheck $(GOVULNCHECK)

.PHONY: fuzz
fuzz: ## every fuzz target for a while (FUZZTIME=10s)
	@scripts/fuzz $(or $(FUZZTIME),10s)

.PHONY: bench
bench: ## benchmarks of the reader and the solver, through benchstat
	@mkdir -p out
	$(GO) test -run '^$$' -bench . -count 6 ./vision ./solver/... | tee out/bench.txt
	$(GO) run $(BENCHSTAT) out/bench.txt

.PHONY: bench-play
bench-play: ## how long a board takes in a real browser, beside a clicker that knows it (N=30)
	@scripts/need build test
	$(GO) run ./internal/workshop/playbench -n $(or $(N),30)

.PHONY: vision-report
vision-report: ## how well the reader reads rendered boards (N=10000 SEED=1 BROWSER=300 STYLES=8)
	AUTOQUEENS_REPORT=all $(GO) test -count=1 -run '^TestReport$$' ./vision
	$(GO) run ./internal/workshop/visionreport/cmd -n $(or $(N),10000) -seed $(or $(SEED),1) -browser $(or $(BROWSER),300) -styles $(or $(STYLES),8)

.PHONY: fit
fit: ## fit the numbers of the reader's model anew, on boards drawn for that (FIT=folder for the pages)
	@scripts/need build test
	$(GO) run ./internal/workshop/webstyles/cmd -out $(or $(FIT),bin/fit) -n 40 -seed 202
	$(GO) run ./internal/workshop/fit/cmd/marks -sets $(or $(FIT),bin/fit) -o vision/marks/weights.go
	$(GO) run ./internal/workshop/fit/cmd/labelling -sets $(or $(FIT),bin/fit) -o vision/labelling/weights.go

.PHONY: fit-digits
fit-digits: ## fit the networks that tell digits anew, on the fonts of this machine
	@scripts/need build fonts
	$(GO) run ./internal/workshop/fit/cmd/digit -n 110 -o vision/digit/weights.bin

.PHONY: opencv-compare
opencv-compare: ## the reader beside an OpenCV pipeline on the same pictures (COMPARE="--boards 40 --browser 60")
	@scripts/need build opencv
	@scripts/opencv-compare $(COMPARE)

.PHONY: pictures
pictures: ## make the pictures of the README anew
	@scripts/need build test pictures
	@$(MAKE) --no-print-directory build
	@scripts/pictures

.PHONY: ci-check
ci-check: ## the workflows, the scripts and how packages are made, without running them
	@scripts/need scripts
	$(GO) run $(ACTIONLINT)
	shellcheck $$(grep -lE '^#!/bin/(ba)?sh' scripts/* .ci/*)
	$(GO) run $(GORELEASER) check

.PHONY: docs-check
docs-check: ## spelling and links of the pages
	$(GO) test ./docs
	@scripts/docs-check $(MISSPELL)

.PHONY: install
install: ## install what make build man completions built (PREFIX=/usr/local DESTDIR=)
	@scripts/install install

.PHONY: uninstall
uninstall: ## remove what make install installed (PREFIX=/usr/local DESTDIR=)
	@scripts/install uninstall

.PHONY: icons
icons: ## draw the icon anew in all its sizes
	@scripts/icons

.PHONY: dist
dist: ## packages for Linux, Windows and macOS, checksums and bills of materials in dist/
	@scripts/need build dist
	@$(GO) run $(GORELEASER) check --quiet
	@scripts/dist $(GO) run $(GORELEASER)

.PHONY: dist-check
dist-check: ## make the packages twice and compare, install and use the .deb on a new Debian
	@scripts/need build desktop dist debian
	@scripts/dist-check $(GORELEASER)

.PHONY: release
release: # what the workflow does for a tag: packages, and a draft of the release
	@scripts/need build dist
	@mkdir -p out
	@scripts/release-notes "$$(git describe --tags --exact-match | sed s/^v//)" > out/notes.md
	@$(GO) run $(GORELEASER) release --clean --release-notes out/notes.md

.PHONY: clean
clean: ## remove what make made
	rm -rf bin out dist
