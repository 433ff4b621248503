package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
)

// rows splits a board written over several lines.
func rows(text string) []string { return strings.Fields(strings.ReplaceAll(text, " ", "")) }

// count is [Count] without a context, up to a number of solutions.
func count(b *Board, limit int) int {
	n, _ := Count(context.Background(), b, Limit{Solutions: limit})
	return n
}

// TestOpenBoards counts placements where regions say nothing: with a region a
// row, what is left is queens that do not touch, in different columns. The
// counts are the known numbers of permutations without neighbours that differ
// by one.
func TestOpenBoards(t *testing.T) {
	want := []int{1, 0, 0, 2, 14, 90, 646, 5242, 47622}
	for i, placements := range want {
		n := i + 1
		b := &Board{Size: n, Regions: make([]uint8, n*n)}
		for cell := range b.Regions {
			b.Regions[cell] = uint8(cell / n)
		}
		if got := count(b, 0); got != placements {
			t.Errorf("size %d: %d placements, want %d", n, got, placements)
		}
	}
}

func TestLargestBoard(t *testing.T) {
	b := &Board{Size: MaxSize, Regions: make([]uint8, MaxSize*MaxSize)}
	for cell := range b.Regions {
		b.Regions[cell] = uint8(cell % MaxSize)
	}
	p, err := Solve(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Check(b); err != nil {
		t.Fatal(err)
	}
	if n := count(b, 1000); n != 1000 {
		t.Errorf("counted %d, want the limit of 1000", n)
	}
	back, err := Parse([]byte(p.On(b).String()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(p.On(b), back); diff != "" {
		t.Errorf("it is not read back (-written +read):\n%s", diff)
	}
}

func TestQueensAreKept(t *testing.T) {
	regions := []string{"aaaa", "bbbb", "cccc", "dddd"}
	tests := []struct {
		name  string
		marks []string
		want  []Placement
		kept  bool
	}{
		{"no marks", nil, []Placement{{1, 3, 0, 2}, {2, 0, 3, 1}}, true},
		{"one queen", []string{"..Q.", "....", "....", "...."}, []Placement{{2, 0, 3, 1}}, true},
		{"all queens", []string{".Q..", "...Q", "Q...", "..Q."}, []Placement{{1, 3, 0, 2}}, true},
		{"crosses on the answer", []string{".x..", "x...", "....", "..xx"}, []Placement{{1, 3, 0, 2}, {2, 0, 3, 1}}, true},
		{"a queen that fits no answer", []string{"Q...", "....", "....", "...."}, nil, false},
		{"queens in one row", []string{".QQ.", "....", "....", "...."}, nil, false},
		{"queens in one column", []string{".Q..", "....", ".Q..", "...."}, nil, false},
		{"queens that touch", []string{".Q..", "..Q.", "....", "...."}, nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, err := FromRows(regions, test.marks)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, slices.Collect(All(context.Background(), b))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			p, err := Solve(context.Background(), b)
			if kept := err == nil; kept != test.kept || kept && p.Check(b) != nil {
				t.Errorf("Solve returned %v, %v, want kept %v", p, err, test.kept)
			}
		})
	}
}

func TestNoPuzzle(t *testing.T) {
	cells := func(n int, id uint8) []uint8 { return slices.Repeat([]uint8{id}, n) }
	tests := []struct {
		name  string
		board *Board
		want  string // part of the message
	}{
		{"nil", nil, "size 0"},
		{"zero", &Board{}, "size 0"},
		{"negative", &Board{Size: -1}, "size -1"},
		{"too large", &Board{Size: 33, Regions: cells(33*33, 0)}, "size 33"},
		{"short", &Board{Size: 2, Regions: cells(3, 0)}, "has 4 cells, but 3 regions"},
		{"id out of range", &Board{Size: 2, Regions: []uint8{0, 1, 2, 0}}, "row 2 column 1 has region 2"},
		{"unused id", &Board{Size: 2, Regions: cells(4, 0)}, "region 1 has no cell"},
		{"marks short", &Board{Size: 1, Regions: cells(1, 0), Marks: []Mark{}}, "0 marks"},
		{"unknown mark", &Board{Size: 1, Regions: cells(1, 0), Marks: []Mark{3}}, "unknown mark 3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.board.Validate()
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || !strings.Contains(f.What, test.want) || f.Advice == "" {
				t.Fatalf("Validate returned %v, want words with %q and advice", err, test.want)
			}
			if p, err := Solve(context.Background(), test.board); p != nil || err == nil || err == ErrNoSolution {
				t.Errorf("Solve returned %v, %v", p, err)
			}
			if n := count(test.board, 2); n != 0 {
				t.Errorf("Count returned %d", n)
			}
			for p := range All(context.Background(), test.board) {
				t.Errorf("All yielded %v", p)
			}
			if err := (Placement{0}).Check(test.board); err == nil {
				t.Error("Check accepted a placement on it")
			}
		})
	}
}

func TestCheck(t *testing.T) {
	b, err := FromRows([]string{"aabb", "aabb", "cccc", "dddd"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		p    Placement
		want string // part of the message, "" where all is well
	}{
		{Placement{1, 3, 0, 2}, ""},
		{Placement{2, 0, 3, 1}, ""},
		{Placement{1, 3, 0}, "takes 4 queens, not 3"},
		{nil, "takes 4 queens, not 0"},
		{Placement{1, 4, 0, 2}, "column 5, off the board"},
		{Placement{1, -1, 0, 2}, "column 0, off the board"},
		{Placement{1, 3, 1, 2}, "rows 1 and 3 share column 2"},
		{Placement{3, 2, 0, 1}, "rows 1 and 2 share a region"},
		{Placement{1, 2, 0, 3}, "rows 1 and 2 touch"},
		{Placement{0, 2, 1, 3}, "rows 2 and 3 touch"},
	}
	for _, test := range tests {
		err := test.p.Check(b)
		if test.want == "" {
			if err != nil {
				t.Errorf("%v: %v", test.p, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %q", test.p, err, test.want)
		}
	}
}

// TestStopped asks for a count that would take ages and ends it.
func TestStopped(t *testing.T) {
	b := &Board{Size: 24, Regions: make([]uint8, 24*24)}
	for cell := range b.Regions {
		b.Regions[cell] = uint8(cell / 24)
	}
	cause := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	stop(cause)
	if n, err := Count(ctx, b, Limit{Solutions: 0}); err != cause || n == 0 {
		t.Errorf("Count returned %d, %v, want a part of the count and %v", n, err, cause)
	}
	for range All(ctx, b) { // it ends
	}
	if n, err := Count(ctx, b, Limit{Solutions: 2}); n != 2 || err != nil {
		t.Errorf("Count returned %d, %v: it looks at the context before it has worked", n, err)
	}
}

func TestAllEndsWhenAsked(t *testing.T) {
	b, err := FromRows([]string{"aaaa", "bbbb", "cccc", "dddd"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range All(context.Background(), b) {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d placements were yielded after the loop ended", n)
	}
}

func TestAllocations(t *testing.T) {
	for _, n := range []int{5, 8, 11, 14} {
		b, _, err := Generate(n, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := testing.AllocsPerRun(20, func() { count(b, 2) }); got != 0 {
			t.Errorf("size %d: Count allocates %v times, want none", n, got)
		}
		// One for the placement that is returned.
		if got := testing.AllocsPerRun(20, func() { Solve(context.Background(), b) }); got > 1 {
			t.Errorf("size %d: Solve allocates %v times, want once", n, got)
		}
	}
}

func ExampleSolve() {
	b, err := FromRows([]string{
		"abbbb",
		"cdcbc",
		"cdccc",
		"cccee",
		"ccccc",
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := Solve(context.Background(), b)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p)
	fmt.Println(p.Chess())
	fmt.Print(p.On(b))
	// Output:
	// 0 3 1 4 2
	// a5 b3 c1 d4 e2
	// abbbb
	// cdcbc
	// cdccc
	// cccee
	// ccccc
	//
	// Q....
	// ...Q.
	// .Q...
	// ....Q
	// ..Q..
}

// TestGivenUp counts what can be counted in time, and else finds one placement.
func TestGivenUp(t *testing.T) {
	for _, tt := range []struct {
		name  string
		board string
		limit Limit
		want  int
		err   error
	}{
		{"a small board is never given up", "aabb\nabbb\nccdd\ncddd", Limit{Steps: 1}, 0, nil},
		{"one solution is known", hardToCount, Limit{Solutions: 2, Steps: 1000}, 1, ErrGivenUp},
		{"and it is enough", hardToCount, Limit{Solutions: 1, Steps: 1000}, 1, ErrGivenUp},
	} {
		b, err := FromRows(rows(tt.board), nil)
		if err != nil {
			t.Fatal(err)
		}
		if tt.err == nil {
			tt.want = count(b, 0)
		}
		if n, err := Count(t.Context(), b, tt.limit); n != tt.want || err != tt.err {
			t.Errorf("%s: %d, %v, want %d, %v", tt.name, n, err, tt.want, tt.err)
		}
	}
}

// hardToCount has a solution, but none that a search finds in 30 million steps.
const hardToCount = `
aabbbbccccccccddddee
abbbbbcccccccdddddee
aabbbbccccccffddddee
aaabgccccccffffddeee
aaaagggcfcfffffhhhee
aaaaggggfffffffhhhhe
iiggggggfffffffhhhhh
iiggggggjjjjfffhhhhh
iigggkgkkjjjffhhhhhh
iiiikkkkkjljlfmmmhhh
iiiikkkkklllllmmmmhh
iiiiikkklllllmmmmmhh
iiiiinnnlloppmpmmmhh
iqqqqqnnnoooppppmmmm
iqqqqqnnoooopprpsmmm
qqqqqqnnoooopprrssss
qqqtttttpppppprrssss
qqqttttpppppppppssss
tttttttpppppppppssss
tttttttppppppppsssss
`

func ExampleCount() {
	b, err := Parse([]byte("1 1 1 1\n2 2 2 2\n3 3 3 3\n4 4 4 4\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(Count(context.Background(), b, Limit{}))
	// Output: 2 <nil>
}

func ExampleGenerate() {
	b, p, err := Generate(6, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	n, _ := Count(context.Background(), b, Limit{Solutions: 2})
	fmt.Println(p.Check(b), n)
	// Output: <nil> 1
}
