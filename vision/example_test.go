package vision_test

import (
	"fmt"
	"image/png"
	"os"
	"strings"

	"autoqueens/vision"
)

// A picture goes in, the puzzle comes out.
func ExampleRead() {
	f, err := os.Open("testdata/golden/game-dark-queens.png")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := vision.Read(img)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Join(r.Board.RegionRows(), "\n"))
	fmt.Println(strings.Join(r.Board.MarkRows(), "\n"))
	fmt.Println("queens in columns", r.Solution)
	// Output:
	// aaabbbc
	// aaabddd
	// abbbbdb
	// abbbbbb
	// ebbbbbb
	// efffffb
	// efffggg
	// xxx.xxQ
	// xQxxxxx
	// xxx..Q.
	// xx.Q.xx
	// xxx.x..
	// xxxx.x.
	// x.x....
	// queens in columns 6 1 5 3 0 2 4
}

// What cannot be read for certain is refused, with what to do about it.
func ExampleRefusal() {
	f, err := os.Open("testdata/not-a-board/cut-right.png")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = vision.Read(img)
	if refusal, ok := err.(*vision.Refusal); ok {
		fmt.Println(refusal.Reason)
		fmt.Println(refusal.BoardSeen())
	}
	// Output:
	// cut-off
	// true
}
