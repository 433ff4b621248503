//go:build linux

// Package pipewire is a client of the media server PipeWire, as far as following a screen cast
// takes one: the pictures of what a monitor shows, as they change.
//
//	portal -> [pipewire] -> vision/screen -> vision -> solver -> input
//
// It speaks to the server's socket itself, without a library in C, so that the one program for
// Linux runs where there is none. What it knows of the protocol is documented with the server
// (https://docs.pipewire.org/page_native_protocol.html): messages of typed values, memory that
// the server shares, and a file by which each node is told of its turn.
package pipewire
