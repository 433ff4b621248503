//go:build !amd64

package nqueens

func (c *counter) descend() { c.descendPlain() }
