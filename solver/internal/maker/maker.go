// Package maker is what the games share in making puzzles of a seed.
package maker

import (
	"math/rand/v2"
	"slices"

	"autoqueens/internal/fault"
	"autoqueens/solver/puzzle"
)

// MaxTries is how often a generator begins again before it gives up on a seed, which bounds the
// time that it takes.
const MaxTries = 1000

// Sized reports a size that is none of those there are. The error is a [fault.Error].
func Sized(game string, size int, sizes []int) error {
	if slices.Contains(sizes, size) {
		return nil
	}
	return fault.Plainf("ask for a size of "+puzzle.SizeWords(sizes), "cannot make a %s puzzle of size %d", game, size)
}

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
