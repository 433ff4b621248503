// Package dpi makes Windows tell this process the truth about pixels. A process
// that does not declare that it knows about scaling is given captures and
// pointer places in made-up units, and different ones on different monitors.
// Elsewhere there is nothing to declare.
package dpi

import "sync"

var once sync.Once

// Aware declares the process aware of each monitor's scale. It has to come
// before the process asks for the size of anything; further calls do nothing.
func Aware() { once.Do(declare) }
