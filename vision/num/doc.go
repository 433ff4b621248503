// Package num holds the few helpers with numbers that the rooms of the reader share.
package num
