// Package partition holds ways to cut things into groups: union-find, labels in the order of
// first appearance, connected parts of a grid, and how two groupings differ.
package partition
