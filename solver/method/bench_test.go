package method

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"autoqueens/solver"
	"autoqueens/solver/solvertest"
)

// The benchmarks take all boards of a size of the collection that may lie
// beside the project, one after the other, and run the methods in turns, so
// that whatever else the machine does slows all of them alike and no method
// gets used to a board. They report per
// method the median, the mean and the worst over the boards, of the fastest round
// of each, and these as multiples of what the main solver takes.

// BenchmarkFirst measures from a board to its first placement.
func BenchmarkFirst(b *testing.B) {
	benchmark(b, "queens.json", []string{Main, "exactcover", "sat", "backtrack"}, func(s Solver, board *solver.Board) bool {
		_, err := s.Solve(context.Background(), board)
		return err == nil
	})
}

// BenchmarkUnique measures the proof that a board has one solution only.
func BenchmarkUnique(b *testing.B) {
	benchmark(b, "hard_queens.json", []string{Main, "exactcover", "sat"}, func(s Solver, board *solver.Board) bool {
		n, err := s.Count(context.Background(), board, 2)
		return err == nil && n == 1
	})
}

func benchmark(b *testing.B, file string, names []string, run func(Solver, *solver.Board) bool) {
	clock := clockCost()
	for n, boards := range solvertest.BySize(solvertest.Levels(b, file)) {
		if len(boards) == 0 {
			continue
		}
		b.Run(fmt.Sprintf("size=%02d", n), func(b *testing.B) {
			times := make([][]time.Duration, len(names))
			for i := range times {
				times[i] = make([]time.Duration, len(boards))
			}
			rounds := 0
			for b.Loop() {
				for i, name := range names {
					m, err := Find(name)
					if err != nil {
						b.Fatal(err)
					}
					for at, board := range boards {
						start := time.Now()
						if !run(m.Solver, board) {
							b.Fatalf("%s does not solve a board of size %d", m.Name, board.Size)
						}
						if took := time.Since(start) - clock; rounds == 0 || took < times[i][at] {
							times[i][at] = took
						}
					}
				}
				rounds++
			}
			b.ReportMetric(0, "ns/op") // of all boards and methods together: it says nothing
			main := median(times[0])
			for i, name := range names {
				perBoard := float64(median(times[i]))
				mean := float64(sum(times[i])) / float64(len(boards))
				worst := float64(slices.Max(times[i]))
				b.ReportMetric(perBoard, name+"-median-ns")
				b.ReportMetric(mean, name+"-mean-ns")
				b.ReportMetric(worst, name+"-worst-ns")
				if i > 0 {
					b.ReportMetric(float64(median(times[i]))/float64(main), name+"/main-median")
					b.ReportMetric(float64(sum(times[i]))/float64(sum(times[0])), name+"/main-mean")
					b.ReportMetric(float64(slices.Max(times[i]))/float64(slices.Max(times[0])), name+"/main-worst")
				}
			}
		})
	}
}

// clockCost returns what it takes to read the clock, which is not small beside
// what the main solver takes for a small board.
func clockCost() time.Duration {
	const readings = 50
	least := time.Hour
	for range 200 { // of which some are not interrupted
		start := time.Now()
		for range readings {
			_ = time.Since(start)
		}
		least = min(least, time.Since(start)/readings)
	}
	return least
}

func median(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}

func sum(times []time.Duration) (total time.Duration) {
	for _, t := range times {
		total += t
	}
	return total
}
