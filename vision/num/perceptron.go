package num

// Perceptron is a network of one hidden layer, whose units are rectified at 0, with a softmax
// over its classes. Weights are row-major, the bias last in each row.
type Perceptron struct {
	Inputs, Hidden, Classes int
	First                   []float32 // Hidden rows of Inputs+1
	Second                  []float32 // Classes rows of Hidden+1
}

// Forward fills in the hidden units and how likely each class is, for so many inputs.
func (n *Perceptron) Forward(x, hidden []float32, out []float64) {
	for h := range hidden {
		row := n.First[h*(n.Inputs+1):][:n.Inputs+1]
		sum := row[n.Inputs]
		for i, v := range x {
			sum += row[i] * v
		}
		hidden[h] = max(sum, 0)
	}
	for c := range out {
		row := n.Second[c*(n.Hidden+1):][:n.Hidden+1]
		sum := row[n.Hidden]
		for h, v := range hidden {
			sum += row[h] * v
		}
		out[c] = float64(sum)
	}
	Softmax(out)
}
