//go:build !linux

package desk

import (
	"testing"

	"autoqueens/internal/fault"
)

func TestStartNeedsLinux(t *testing.T) {
	if d, err := Start(t.Context(), Options{}); fault.KindOf(err) != fault.NoAccess {
		t.Errorf("Start = %v, %v, want a refusal", d, err)
	}
}
