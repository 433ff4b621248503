package packaging

import (
	"bufio"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// WriteLicences writes what has to be passed on with a program, as plain text:
// a list of its parts, and after it the texts of each.
func WriteLicences(w io.Writer, p *Program) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s for %s/%s carries these parts. Their licences follow below.\n\n", p.Name, p.OS, p.Arch)
	width := 0
	for _, part := range p.Parts {
		width = max(width, len(title(part)))
	}
	for _, part := range p.Parts {
		fmt.Fprintf(out, "  %-*s  %s\n", width, title(part), part.Licence)
	}
	for _, part := range p.Parts {
		for _, text := range part.Texts {
			fmt.Fprintf(out, "\n%s\n%s, %s\n%s\n\n%s\n", strings.Repeat("=", 78), title(part), text.Name, strings.Repeat("=", 78), strings.Trim(text.Body, "\n"))
		}
	}
	return out.Flush()
}

func title(p Part) string { return strings.TrimSpace(p.Name + " " + p.Version) }

// WriteBOM writes the bill of materials of a program in the JSON form of
// CycloneDX 1.6. Nothing in it depends on when or where it was made.
func WriteBOM(w io.Writer, p *Program, version string) error {
	body, err := os.ReadFile(p.Path)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	subject := &cdx.Component{
		BOMRef: p.Name, Type: cdx.ComponentTypeApplication, Name: p.Name, Version: version,
		Hashes:   &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum[:])}},
		Licenses: licenceChoice("MIT"),
		Properties: &[]cdx.Property{
			{Name: "system", Value: p.OS + "/" + p.Arch},
			{Name: "commit", Value: p.Commit},
		},
	}
	bom := cdx.NewBOM()
	bom.SerialNumber = serial(sum)
	bom.Metadata = &cdx.Metadata{Timestamp: p.Time, Component: subject}
	var components []cdx.Component
	var needs []string
	add := func(c cdx.Component) {
		components = append(components, c)
		needs = append(needs, c.BOMRef)
	}
	for _, part := range p.Parts {
		add(component(part))
	}
	for _, library := range p.Libraries {
		// The system has these; they are not carried.
		add(cdx.Component{BOMRef: library, Type: cdx.ComponentTypeLibrary, Name: library, Scope: cdx.ScopeExcluded, Description: "found on the system when the program starts"})
	}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: subject.BOMRef, Dependencies: &needs}}
	return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6)
}

func component(p Part) cdx.Component {
	c := cdx.Component{
		BOMRef: title(p), Type: cdx.ComponentTypeLibrary, Name: p.Name, Version: p.Version,
		Scope: cdx.ScopeRequired, Licenses: licenceChoice(p.Licence),
	}
	if p.Module {
		c.PackageURL = "pkg:golang/" + p.Name + "@" + p.Version
		c.BOMRef = c.PackageURL
	}
	if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(p.Sum, "h1:")); err == nil && len(sum) == sha256.Size {
		c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
	}
	return c
}

func licenceChoice(expression string) *cdx.Licenses {
	if strings.Contains(expression, " AND ") {
		return &cdx.Licenses{{Expression: expression}}
	}
	return &cdx.Licenses{{License: &cdx.License{ID: expression}}}
}

// serial makes the serial number that the format asks for, a UUID, out of what
// the program is: the same program has the same one.
func serial(sum [sha256.Size]byte) string {
	u := sum[:16]
	u[6] = u[6]&0x0f | 0x80 // version 8: of a kind of our own
	u[8] = u[8]&0x3f | 0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", u[0:4], u[4:6], u[6:8], u[8:10], u[10:16])
}
