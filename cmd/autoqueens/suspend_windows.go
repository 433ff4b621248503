package main

import "os"

// suspending are the signals by which a terminal suspends a program.
var suspending []os.Signal
