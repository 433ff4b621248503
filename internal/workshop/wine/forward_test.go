package wine

import (
	"bytes"
	"debug/pe"
	"testing"
)

// TestForwarder has Go's own reader of such files see the section.
func TestForwarder(t *testing.T) {
	f, err := pe.NewFile(bytes.NewReader(forwarder("one.dll", "Function", "other.Target")))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Machine != pe.IMAGE_FILE_MACHINE_AMD64 || len(f.Sections) != 1 || f.Sections[0].Name != ".edata" {
		t.Fatalf("machine %x, sections %v", f.Machine, f.Sections)
	}
	data, err := f.Sections[0].Data()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(data, []byte("one.dll\x00Function\x00other.Target\x00")) {
		t.Errorf("the section holds %q", data)
	}
}
