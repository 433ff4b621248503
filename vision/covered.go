package vision

// uncrossed returns cells at which lines that the rest of the board has are
// missing. Boards that draw no line inside a region have none to miss.
func (b *bounded) uncrossed(p *picture) (cells []int) {
	widths := b.lines.widths()
	if len(widths) == 0 {
		return nil
	}
	usual := median(widths)
	if b.lines.speak {
		usual = b.lines.thin
	}
	// Noise has no usual width; lines have, and most are there.
	least := 0.8
	if b.lines.pale {
		least /= 4
	}
	if usual < least || widths[len(widths)/3] < usual/2 {
		return nil
	}
	// Scaled without smoothing, a picture can lose a whole line of the lattice,
	// but for the wider ones around regions, which become narrower.
	gone := func(e edge) bool {
		return e.seen && !e.drowned && !b.smeared(e) && e.thick < 0.15*usual && e.thick < 0.25
	}
	var lost []edge
	for _, e := range b.lines.edges {
		if gone(e) {
			lost = append(lost, e)
		}
	}
	if len(lost) == 0 || len(lost) > len(b.lines.edges)/3 {
		return nil
	}
	wider := b.widerAround()
	rest := make(map[[2]int][]float64) // widths of what is left, by line of the lattice
	var narrow []edge                  // lines as the rest of the board has them
	for _, e := range b.lines.edges {
		if !gone(e) && e.seen && !e.drowned && e.thick >= 0.3*usual && !b.lines.bounds(e) && !(wider && !b.alike(e.a, e.b)) {
			k := e.latticeLine(b.n)
			rest[k] = append(rest[k], e.thick)
			narrow = append(narrow, e)
		}
	}
	// Not a trace of one that was lost in whole.
	left := func(e edge) bool { return median(rest[e.latticeLine(b.n)]) >= 0.5*usual }
	missing, covered := make(map[int]int), make(map[int]bool)
	ink := lineColor(p, b.lattice, b.ground, narrow, dozens)
	for _, e := range lost {
		if len(narrow) > 0 && (e.contrastOf(ink, b.ground) < faintest || b.drownIn(p, narrow, b.ground[e.a].rgb)) {
			continue // of a colour in which none could be seen here
		}
		for _, i := range [...]int{e.a, e.b} {
			missing[i]++
			covered[i] = covered[i] || left(e)
		}
	}
	for i := range b.ground {
		if missing[i] >= 2 && covered[i] {
			cells = append(cells, i)
		}
	}
	return cells
}

// drownIn tells whether lines could not be seen in cells of a colour: blurred, most
// are mixtures of it and the grounds they are on.
func (b *bounded) drownIn(p *picture, lines []edge, c rgb) bool {
	const like = 12 // per channel
	mixed, looked := 0, 0
	for i := 0; i < len(lines); i += 1 + len(lines)/dozens {
		ground := b.ground[lines[i].a].rgb
		if apart(ground, c) < 2*faintest || !b.alike(lines[i].a, lines[i].b) {
			continue
		}
		looked++
		m := blendOf(ground, c)
		if m.off(lineColor(p, b.lattice, b.ground, lines[i:i+1], 1)) < like {
			mixed++
		}
	}
	return looked > 0 && 5*mixed > 4*looked
}

// smeared tells whether compression can have wiped out a line: one that differs
// from its grounds in little but colour, of which JPEG keeps far less than of
// brightness.
func (b *bounded) smeared(e edge) bool {
	return e.bright < faintest && min(b.ground[e.a].exact, b.ground[e.b].exact) < 0.5
}

// widerAround tells whether lines between two colours are usually wider than
// those inside one, by as much as two widths must differ at least.
func (b *bounded) widerAround() bool {
	var inside, around []float64
	for _, e := range b.lines.edges {
		switch {
		case !e.seen:
		case b.alike(e.a, e.b):
			inside = append(inside, e.thick)
		default:
			around = append(around, e.thick)
		}
	}
	return len(inside) > 0 && median(around) >= median(inside)+leastGap
}
