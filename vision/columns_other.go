//go:build !amd64

package vision

const fast = false

func compareColumnsAVX2(line, other *uint8, colors *columnColors, tol int) (holds, begins uint16) {
	panic("vision: there is no AVX2")
}
