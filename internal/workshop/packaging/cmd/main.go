// Command cmd writes what a built program carries: the licences that have to be
// passed on with it, and a bill of materials.
//
//	go run ./internal/workshop/packaging/cmd -licences LICENCES.txt -bom bom.json bin/autoqueens
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"autoqueens/internal/exit"
	"autoqueens/internal/fault"
	"autoqueens/internal/workshop/packaging"
)

func main() {
	licences := flag.String("licences", "", "`file` for the licences")
	bom := flag.String("bom", "", "`file` for the bill of materials, CycloneDX in JSON")
	version := flag.String("version", "", "version of the program, for the bill of materials")
	flag.Parse()
	if err := run(flag.Args(), *licences, *bom, *version); err != nil {
		fmt.Fprintf(os.Stderr, "packaging: %v\n", err)
		if f, ok := errors.AsType[*fault.Error](err); ok {
			fmt.Fprintln(os.Stderr, f.Advice)
		}
		os.Exit(int(exit.StatusOf(err)))
	}
}

func run(args []string, licences, bom, version string) error {
	if len(args) != 1 {
		return fault.Plainf("run it as: go run ./internal/workshop/packaging/cmd -licences FILE -bom FILE PROGRAM", "%d programs were given, not one", len(args))
	}
	program, err := packaging.Inspect(args[0])
	if err != nil {
		return err
	}
	return errors.Join(
		write(licences, func(w io.Writer) error { return packaging.WriteLicences(w, program) }),
		write(bom, func(w io.Writer) error { return packaging.WriteBOM(w, program, version) }),
	)
}

// write makes a file and the folders above it; no file where the path is empty.
func write(path string, fill func(io.Writer) error) error {
	if path == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fault.Unwritable(path, err)
	}
	file, err := os.Create(path)
	if err != nil {
		return fault.Unwritable(path, err)
	}
	return fault.Unwritable(path, errors.Join(fill(file), file.Close()))
}
