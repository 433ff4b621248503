package digit

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"math"
	"sync"

	"autoqueens/vision/num"
)

// Classes are what a glyph can be: the ten digits, and something else.
const Classes = 11

//go:embed weights.bin
var fitted []byte

// networks are the fitted ones: the first looks at the image of a glyph, the second at its
// profile.
var networks = sync.OnceValue(func() [2]num.Perceptron {
	nets, err := decode(fitted)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return nets
})

// Use has networks used in place of those that were fitted: for the fit of better ones. The
// data are as decode takes them.
func Use(data []byte) error {
	nets, err := decode(data)
	if err == nil {
		networks = func() [2]num.Perceptron { return nets }
	}
	return err
}

var errDamaged = errors.New("the weights of the digits are damaged")

// decode reads networks: of each the number of inputs and hidden units, 16 bits each, then each
// row of weights as a scale, a 32-bit float, and a signed byte a weight; all little-endian.
func decode(data []byte) (nets [2]num.Perceptron, err error) {
	take := func(n int) []byte {
		if len(data) < n {
			err = errDamaged
			return make([]byte, n)
		}
		out := data[:n]
		data = data[n:]
		return out
	}
	rows := func(n, length int) (out []float32) {
		for range n {
			scale := math.Float32frombits(binary.LittleEndian.Uint32(take(4)))
			for _, v := range take(length) {
				out = append(out, scale*float32(int8(v)))
			}
		}
		return out
	}
	for i, inputs := range [...]int{len(Glyph{}.Image), len(Glyph{}.Profile)} {
		head := take(4)
		n := &nets[i]
		n.Inputs, n.Hidden, n.Classes = int(binary.LittleEndian.Uint16(head)), int(binary.LittleEndian.Uint16(head[2:])), Classes
		if n.Inputs != inputs || n.Hidden > 256 {
			return nets, errDamaged
		}
		n.First, n.Second = rows(n.Hidden, n.Inputs+1), rows(Classes, n.Hidden+1)
	}
	if len(data) > 0 {
		err = errDamaged
	}
	return nets, err
}

// Input returns what a network looks at: 0 the image, 1 the profile.
func (g *Glyph) Input(network int) []float32 {
	if network == 0 {
		return g.Image[:]
	}
	return g.Profile[:]
}

// Digit returns the digit that a glyph is, or Other, and how likely that is by both networks.
func (g *Glyph) Digit() (digit int, likelihood float64) {
	p := g.likelihoods()
	best := 0
	for c := range p {
		if p[c] > p[best] {
			best = c
		}
	}
	if best == Classes-1 {
		return Other, p[best]
	}
	return best, p[best]
}

// likelihoods returns how likely each class is by both networks. Each looks at the glyph in another
// way; by how much they disagree it is something else.
func (g *Glyph) likelihoods() (p [Classes]float64) {
	nets := networks()
	var by [2][Classes]float64
	for i := range nets {
		nets[i].Forward(g.Input(i), make([]float32, nets[i].Hidden), by[i][:])
	}
	sum := 0.0
	for c := range p {
		p[c] = math.Sqrt(by[0][c] * by[1][c])
		sum += p[c]
	}
	p[Classes-1] += 1 - sum
	return p
}
