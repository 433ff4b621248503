package puzzle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"autoqueens/internal/fault"
)

// MaxTries is how often a generator begins again before it gives up on a seed, which bounds the
// time that it takes.
const MaxTries = 1000

// Random returns the source of a generator's choices: the same for the same game, size and seed.
func Random(game string, size int, seed uint64) *rand.Rand {
	var name uint64
	for _, b := range []byte(game) {
		name = name<<8 | uint64(b)
	}
	return rand.New(rand.NewPCG(seed, name<<8^uint64(size)))
}

// Between returns a number from least to most.
func Between(rng *rand.Rand, least, most int) int { return least + rng.IntN(most-least+1) }

// Unmade is the failure of a generator that gives up on a seed.
func Unmade(game string, size int, seed uint64) error {
	return fault.Plainf("take another seed", "no %s puzzle of size %d was found for seed %d", game, size, seed)
}

// Sizes returns the sizes from least to most, in steps.
func Sizes(least, most, step int) (all []int) {
	for size := least; size <= most; size += step {
		all = append(all, size)
	}
	return all
}

// SizeWords lists sizes: "4 to 10", "4, 6, 8 or 9".
func SizeWords(sizes []int) string {
	last := len(sizes) - 1
	if last > 1 && sizes[last]-sizes[0] == last {
		return fmt.Sprintf("%d to %d", sizes[0], sizes[last])
	}
	var words strings.Builder
	for i, size := range sizes {
		switch {
		case i > 0 && i == last:
			words.WriteString(" or ")
		case i > 0:
			words.WriteString(", ")
		}
		fmt.Fprint(&words, size)
	}
	return words.String()
}

// Sized reports a size that is none of those there are. The error is a [fault.Error].
func Sized(game string, size int, sizes []int) error {
	if slices.Contains(sizes, size) {
		return nil
	}
	return fault.Plainf("ask for a size of "+SizeWords(sizes), "cannot make a %s puzzle of size %d", game, size)
}
