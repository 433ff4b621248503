// Package smt writes Queens down for SMT solvers, in SMT-LIB 2, and has it
// solved by z3 where that program is installed.
//
// The model has a variable for each row: the column of its queen. The
// variables are all different, those of rows next to each other differ by two
// or more, and every region has a queen; as there are as many queens as
// regions, it has one only.
package smt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/internal/each"
)

// Solver is the method. Its zero value runs the z3 on the PATH; it keeps no
// state.
type Solver struct {
	Program string // z3 where empty
}

// Solve returns a placement that keeps the queens on b, or
// solver.ErrNoSolution. Without z3 the error wraps exec.ErrNotFound.
func (s Solver) Solve(ctx context.Context, b *solver.Board) (solver.Placement, error) {
	return each.Solve(ctx, b, s.walk)
}

// Count returns how many placements keep the queens on b, and stops at limit;
// a limit of 0 or less means to count them all.
func (s Solver) Count(ctx context.Context, b *solver.Board, limit int) (int, error) {
	return each.Count(ctx, b, limit, s.walk)
}

// All yields every placement that keeps the queens on b.
func (s Solver) All(ctx context.Context, b *solver.Board) iter.Seq2[solver.Placement, error] {
	return each.All(ctx, b, s.walk)
}

// Available tells whether the program is there; the error says how to get it.
func (s Solver) Available() error {
	_, err := s.find()
	return err
}

func (s Solver) find() (string, error) {
	program := s.Program
	if program == "" {
		program = "z3"
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return "", fault.Wrap(err, fault.Failed, fmt.Sprintf("the SMT method needs the program %s, which is not installed here", program),
			"install it (the Debian package is z3), or use --smtlib with a solver of your own, or another method")
	}
	return path, nil
}

// Write writes a valid board in SMT-LIB 2, with the commands that ask for a
// placement at the end.
func Write(w io.Writer, b *solver.Board) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "; Queens of size %d: q0 to q%d are the columns of the queens by row, from 0\n", b.Size, b.Size-1)
	writeModel(out, b)
	fmt.Fprintln(out, "(check-sat)")
	fmt.Fprintln(out, question(b.Size))
	return out.Flush()
}

// question returns the command that asks for the values.
func question(n int) string {
	names := make([]string, n)
	for row := range names {
		names[row] = "q" + strconv.Itoa(row)
	}
	return "(get-value (" + strings.Join(names, " ") + "))"
}

// writeModel writes the variables and the rules.
func writeModel(w io.Writer, b *solver.Board) {
	n := b.Size
	fmt.Fprintln(w, "(set-option :produce-models true)")
	fmt.Fprintln(w, "(set-logic QF_LIA)")
	for row := range n {
		fmt.Fprintf(w, "(declare-const q%d Int)\n", row)
	}
	for row := range n {
		fmt.Fprintf(w, "(assert (and (<= 0 q%d) (< q%d %d)))\n", row, row, n)
	}
	if n > 1 {
		fmt.Fprint(w, "(assert (distinct")
		for row := range n {
			fmt.Fprintf(w, " q%d", row)
		}
		fmt.Fprintln(w, "))")
	}
	for row := 1; row < n; row++ {
		fmt.Fprintf(w, "(assert (or (>= (- q%d q%d) 2) (>= (- q%d q%d) 2)))\n", row, row-1, row-1, row)
	}
	cells := make([][]int, n)
	for cell, id := range b.Regions {
		cells[id] = append(cells[id], cell)
	}
	for _, region := range cells {
		fmt.Fprint(w, "(assert (or false") // or takes two terms at least
		for _, cell := range region {
			fmt.Fprintf(w, " (= q%d %d)", cell/n, cell%n)
		}
		fmt.Fprintln(w, "))")
	}
	for _, cell := range b.Queens() {
		fmt.Fprintf(w, "(assert (= q%d %d))\n", cell/n, cell%n)
	}
}

// walk talks with z3: it asks for a placement, shows it, forbids it, and asks
// again.
func (s Solver) walk(ctx context.Context, b *solver.Board, visit func(solver.Placement) bool) (err error) {
	path, err := s.find()
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	// The program must end with the walk, whichever way that ends.
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, path, "-in", "-smt2")
	in, err := cmd.StdinPipe()
	if err != nil {
		cancel()
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return fault.Wrap(err, fault.Failed, fmt.Sprintf("%s cannot be started: %v", path, err), "check that it runs by hand")
	}
	defer func() {
		stopped := context.Cause(ctx)
		cancel()
		_ = cmd.Wait() // it was told to end: how it did says nothing
		if stopped != nil {
			err = stopped
		}
	}()

	talk := conversation{path: path, out: bufio.NewWriter(in), in: bufio.NewReader(stdout), p: make(solver.Placement, b.Size)}
	writeModel(talk.out, b)
	for {
		more, err := talk.next()
		if err == nil && more {
			if wrong := talk.p.Check(b); wrong != nil {
				err = talk.broken("its answer is none, as "+wrong.Error(), wrong)
			}
		}
		if err != nil || !more || !visit(talk.p) {
			return err
		}
		talk.forbid()
	}
}

// conversation is a running z3 that has been told the rules.
type conversation struct {
	path string
	out  *bufio.Writer
	in   *bufio.Reader
	p    solver.Placement // the last answer
}

// next asks for a placement and tells whether there is one.
func (t *conversation) next() (bool, error) {
	fmt.Fprintln(t.out, "(check-sat)")
	if err := t.out.Flush(); err != nil {
		return false, t.broken("it took no more commands", err)
	}
	answer, err := t.in.ReadString('\n')
	switch answer = strings.TrimSpace(answer); {
	case err != nil:
		return false, t.broken("it ended before it answered", err)
	case answer == "unsat":
		return false, nil
	case answer != "sat":
		return false, t.broken("it answered "+strconv.Quote(answer), nil)
	}
	fmt.Fprintln(t.out, question(len(t.p)))
	if err := t.out.Flush(); err != nil {
		return false, t.broken("it took no more commands", err)
	}
	return true, t.readValues()
}

var value = regexp.MustCompile(`\(q([0-9]+) ([0-9]+)\)`)

// readValues reads the answer to the question, which may take several lines:
// ((q0 3) (q1 0) ...).
func (t *conversation) readValues() error {
	var text strings.Builder
	for {
		line, err := t.in.ReadString('\n')
		text.WriteString(line)
		if err != nil {
			return t.broken("it ended amid an answer", err)
		}
		if strings.Count(text.String(), "(") == strings.Count(text.String(), ")") {
			break
		}
	}
	values := value.FindAllStringSubmatch(text.String(), -1)
	if len(values) != len(t.p) {
		return t.broken("it answered "+strconv.Quote(text.String()), nil)
	}
	for _, v := range values {
		row, errRow := strconv.Atoi(v[1])
		col, errCol := strconv.Atoi(v[2])
		if err := errors.Join(errRow, errCol); err != nil || row >= len(t.p) || col >= len(t.p) {
			return t.broken("it answered "+strconv.Quote(text.String()), err)
		}
		t.p[row] = col
	}
	return nil
}

// forbid tells that the last placement is not to be answered again.
func (t *conversation) forbid() {
	fmt.Fprint(t.out, "(assert (or false")
	for row, col := range t.p {
		fmt.Fprintf(t.out, " (not (= q%d %d))", row, col)
	}
	fmt.Fprintln(t.out, "))")
}

func (t *conversation) broken(how string, err error) error {
	return fault.Wrap(err, fault.Failed, fmt.Sprintf("%s does not work as expected: %s", t.path, how), "check that it is z3 4.8 or later")
}
