package fit

import "math"

// cholesky returns the lower triangle whose product with its transpose is a symmetric
// positive definite matrix.
func cholesky(a [][]float64) [][]float64 {
	l := make([][]float64, len(a))
	for i := range l {
		l[i] = make([]float64, len(a))
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][i] = math.Sqrt(max(sum, 1e-12)) // rounding can leave less than nothing
			} else {
				l[i][j] = sum / l[j][j]
			}
		}
	}
	return l
}

// substitute returns x of a*x = b for the matrix a of which l is the lower triangle.
func substitute(l [][]float64, b []float64) []float64 {
	n := len(b)
	x := make([]float64, n)
	for i := range n {
		sum := b[i]
		for k := range i {
			sum -= l[i][k] * x[k]
		}
		x[i] = sum / l[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		sum := x[i]
		for k := i + 1; k < n; k++ {
			sum -= l[k][i] * x[k]
		}
		x[i] = sum / l[i][i]
	}
	return x
}
