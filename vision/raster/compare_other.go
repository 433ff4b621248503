//go:build !amd64

package raster

const fast = false

func beginsAVX2(line *uint8, n, tol int) int { panic("raster: there is no AVX2") }

func endAVX2(line *uint8, n int, color uint32, tol int) int { panic("raster: there is no AVX2") }

func flatRowsAVX2(at *uint8, stride, rows, n int, color uint32, tol int) int {
	panic("raster: there is no AVX2")
}

func compareColumnsAVX2(line, other *uint8, colors *columnColors, tol int) (holds, begins uint16) {
	panic("raster: there is no AVX2")
}

func sieveAVX2(to, from, around *uint8, stride, rows, n, tol int) {
	panic("raster: there is no AVX2")
}
