package smt

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/solver/solvertest"
)

func TestWrite(t *testing.T) {
	b := solvertest.Board(t, []string{"aabb", "aabb", "cccc", "dddd"}, []string{".Q..", "....", "....", "...."})
	var got strings.Builder
	if err := Write(&got, b); err != nil {
		t.Fatal(err)
	}
	want := `; Queens of size 4: q0 to q3 are the columns of the queens by row, from 0
(set-option :produce-models true)
(set-logic QF_LIA)
(declare-const q0 Int)
(declare-const q1 Int)
(declare-const q2 Int)
(declare-const q3 Int)
(assert (and (<= 0 q0) (< q0 4)))
(assert (and (<= 0 q1) (< q1 4)))
(assert (and (<= 0 q2) (< q2 4)))
(assert (and (<= 0 q3) (< q3 4)))
(assert (distinct q0 q1 q2 q3))
(assert (or (>= (- q1 q0) 2) (>= (- q0 q1) 2)))
(assert (or (>= (- q2 q1) 2) (>= (- q1 q2) 2)))
(assert (or (>= (- q3 q2) 2) (>= (- q2 q3) 2)))
(assert (or false (= q0 0) (= q0 1) (= q1 0) (= q1 1)))
(assert (or false (= q0 2) (= q0 3) (= q1 2) (= q1 3)))
(assert (or false (= q2 0) (= q2 1) (= q2 2) (= q2 3)))
(assert (or false (= q3 0) (= q3 1) (= q3 2) (= q3 3)))
(assert (= q0 1))
(check-sat)
(get-value (q0 q1 q2 q3))
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestSolve asks a real z3.
func TestSolve(t *testing.T) {
	if err := (Solver{}).Available(); err != nil {
		t.Skip("z3 is not installed here")
	}
	b, want, err := solver.Generate(9, 1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Solver{}.Solve(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if n, err := (Solver{}).Count(t.Context(), b, 0); n != 1 || err != nil {
		t.Errorf("it counts %d, %v, want 1", n, err)
	}
	one := solvertest.Board(t, []string{"a"}, nil)
	if p, err := (Solver{}).Solve(t.Context(), one); err != nil || p.Check(one) != nil {
		t.Errorf("one cell: %v, %v", p, err)
	}
	cut := solvertest.Board(t, []string{"aaaa", "bbbb", "cccc", "dddd"}, []string{"Q...", "....", "....", "...."})
	if p, err := (Solver{}).Solve(t.Context(), cut); !errors.Is(err, solver.ErrNoSolution) {
		t.Errorf("got %v, %v where there is no solution", p, err)
	}
}

func TestNotInstalled(t *testing.T) {
	s := Solver{Program: "no-such-solver"}
	_, err := s.Solve(t.Context(), solvertest.Board(t, []string{"a"}, nil))
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || !errors.Is(err, exec.ErrNotFound) || !strings.Contains(f.What, "no-such-solver") || f.Advice == "" {
		t.Errorf("got %v, want a fault that names the program and wraps exec.ErrNotFound", err)
	}
}

// TestBadProgram talks with programs that are not z3.
func TestBadProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	for name, script := range map[string]string{
		"silent":   "exit 0",
		"nonsense": "while read line; do echo what; done",
		"short":    "while read line; do case $line in *check-sat*) echo sat;; *get-value*) echo '((q0 1))';; esac; done",
		"wide":     "while read line; do case $line in *check-sat*) echo sat;; *get-value*) echo '((q0 1) (q1 9) (q2 1) (q3 0))';; esac; done",
		"wrong":    "while read line; do case $line in *check-sat*) echo sat;; *get-value*) echo '((q0 0) (q1 1) (q2 2) (q3 3))';; esac; done",
		"doubled":  "while read line; do case $line in *check-sat*) echo sat;; *get-value*) echo '((q0 1) (q0 1) (q0 1) (q0 1))';; esac; done",
		"cut":      "while read line; do case $line in *check-sat*) echo sat;; *get-value*) echo '((q0 1)'; exit;; esac; done",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "z3")
			if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			p, err := Solver{Program: path}.Solve(t.Context(), solvertest.Board(t, []string{"aaaa", "bbbb", "cccc", "dddd"}, nil))
			if f, ok := errors.AsType[*fault.Error](err); p != nil || !ok || f.Advice == "" {
				t.Errorf("got %v, %v, want a fault with advice", p, err)
			}
		})
	}
}

// FuzzConversation has something that is not z3 answer: what comes of it are columns
// of the board, or a failure in words.
func FuzzConversation(f *testing.F) {
	for _, s := range []string{
		"sat\n((q0 1)\n (q1 3)\n (q2 0)\n (q3 2))\nunsat\n", "unsat\n", "unknown\n", "(error \"no\")\n", "sat", "sat\n",
		"sat\n((q0 4) (q1 0) (q2 0) (q3 0))\n", "sat\n((q0 (- 1)) (q1 0) (q2 0) (q3 0))\n", "sat\n((q9 1) (q1 0) (q2 0) (q3 0))\n",
		"sat\n((q0 99999999999999999999) (q1 0) (q2 0) (q3 0))\n", "sat\n)(\n", "sat\n\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, said string) {
		talk := conversation{path: "z3", out: bufio.NewWriter(io.Discard), in: bufio.NewReader(strings.NewReader(said)), p: make(solver.Placement, 4)}
		for more := true; more; talk.forbid() {
			var err error
			if more, err = talk.next(); err != nil {
				if f, ok := errors.AsType[*fault.Error](err); !ok || f.Advice == "" {
					t.Errorf("%v is no failure in words", err)
				}
				return
			}
			for _, col := range talk.p {
				if col < 0 || col > 3 {
					t.Errorf("%q is taken for %v", said, talk.p)
				}
			}
		}
	})
}
