//go:build !amd64

package solver

func (s *compact) gather(regions []uint8) bool { return s.gatherPlain(regions) }

func (s *compact) step() { s.stepPlain() }
