//go:build !linux

package main

func asAnybody() {}
