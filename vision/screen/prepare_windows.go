package screen

import "autoqueens/internal/dpi"

// prepare makes Windows speak in real pixels, before anything asks it for
// sizes.
func prepare() error {
	dpi.Aware()
	return nil
}
