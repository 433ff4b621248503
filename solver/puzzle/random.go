package puzzle

import (
	"fmt"
	"math/rand/v2"

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
	return fault.Newf(fault.Failed, "take another seed", "no %s puzzle of size %d was found for seed %d", game, size, seed)
}

// Sizes reports a size that a generator does not make.
func Sizes(game string, size, least, most, step int) error {
	if size >= least && size <= most && (size-least)%step == 0 {
		return nil
	}
	words := fmt.Sprintf("ask for a size from %d to %d", least, most)
	if step > 1 {
		words = fmt.Sprintf("ask for a size of %d, %d and so on up to %d", least, least+step, most)
	}
	return fault.Newf(fault.Failed, words, "cannot make a %s puzzle of size %d", game, size)
}
