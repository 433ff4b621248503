package nqueens

import "golang.org/x/sys/cpu"

// fast tells whether the processor has what the assembly uses, as those made
// since 2013 have.
var fast = cpu.X86.HasBMI1

// descend goes on from here until the last column is reached, or nothing is left
// to try.
func (c *counter) descend() {
	if fast {
		descendFast(c)
	} else {
		c.descendPlain()
	}
}

// descendFast is descendPlain.
//
//go:noescape
func descendFast(c *counter)
