//go:build !(cgo && linux)

package input

// openLibrary returns the only driver that there is.
func openLibrary() (Driver, error) { return openDriver() }
