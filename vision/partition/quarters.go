package partition

// Quartered tells whether each four cells of a labelled grid of n rows and columns could be one
// that was cut into quarters: what lies at its even or odd rows and columns, four grids of half as
// many each, is grouped alike but for a few cells.
func Quartered(labels []int, n int) bool {
	const few = 0.1 // of the cells
	if n%2 != 0 {
		return false
	}
	var of [4][]int
	for i, l := range labels {
		k := i/n%2*2 + i%n%2
		of[k] = append(of[k], l)
	}
	differ := 0
	for _, quarter := range of[1:] {
		differ += len(Regrouped(Relabel(of[0]), Relabel(quarter)))
	}
	return float64(differ) <= few*float64(len(labels))
}
