//go:build !amd64

package raster

const fast = false

func sieveAVX2(to, from, around *uint8, stride, rows, n, tol int) {
	panic("raster: there is no AVX2")
}
