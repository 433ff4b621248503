package vision_test

import (
	"fmt"
	"testing"

	"autoqueens/internal/render"
	"autoqueens/internal/visionreport"
)

// Drawn pictures that were once read as what they are not, or refused though
// they can be read. Should the drawing change, they are other pictures and the
// reasons no longer hold.
var hard = []struct {
	seed    uint64
	number  int
	variant string
	// refused tells that a refusal will do: something is missing by which the
	// reader could be sure.
	refused bool
	why     string
}{
	{65, 1374, render.Resized, false, "a whole line of the lattice is dropped, and the borders on it are as narrow as lines elsewhere"},
	{65, 1407, render.Resized, false, "a whole line of the lattice is dropped, and white borders on it cannot be seen beside white"},
	{65, 805, render.Resized, false, "a whole line of the lattice is dropped, but for a trace"},
	{65, 440, render.Resized, false, "lines are a pixel wider on some lines of the lattice, and two regions have one colour"},
	{65, 664, render.Resized, false, "borders on some lines of the lattice are as narrow as lines elsewhere"},
	{65, 649, render.Resized, false, "the borders are bolder than lines are taken for, on cells of less than 80 pixels"},
	{64, 356, render.Plain, false, "the board's foot touches the taskbar, and with it all borders of the desktop"},
	{65, 1129, render.Plain, false, "crosses in cells of 14 pixels go on each where the last ended, as a border would"},
	{62, 295, render.Plain, false, "the board has no more than three upright lines, its sides among them"},
	{61, 286, render.Cropped, false, "what is left of the game has three upright lines, and an example beside it is whole"},
	{65, 141, render.HoverOver, false, "few lines can be seen, and those lie on whole pixels of small cells"},
	{65, 1391, render.Toned, false, "seams between the cells are fainter than the borders, and regions nearly of one colour"},
	{61, 168, render.Cropped, false, "the outermost row goes on, but its narrow lines have nearly the colour of its cells"},
	{71, 1122, render.Resized, false, "grey lines that nearly vanish in a region of their colour, which is nothing that covers it"},
	{71, 1579, render.JPEG, true, "compression hides the upper and left edge of a board without lines, which lie beyond the lattice"},
	{71, 6007, render.Cropped, false, "lines that are faint in all cells at the rim are lines nevertheless"},
	{71, 6045, render.Resized, false, "where lines cross, the one that is crossed is lost, but goes on"},
	{71, 1741, render.Plain, true, "two queens side by side clash, and their tinted cells vouch for each other"},
	{65, 154, render.JPEG, true, "the tint of one of two queens that clash looks like a region of a cell"},
	{65, 620, render.JPEG, false, "the same, in cells of 12 pixels"},
	{65, 864, render.Noisy, true, "the same, where noise hides that the lines are all alike"},
	{65, 1385, render.JPEG, false, "where no lines are drawn, compression makes the outer cells wider"},
	{65, 927, render.JPEG, false, "the soft rim of a frame passes for a column and a row"},
	{83, 177, render.JPEG, true, "compression leaves a ghost that is a cross in one view and nothing in another"},
	{91, 784, render.JPEG, false, "in another view a part of the board is a board by itself"},
	{91, 167, render.Noisy, false, "in a blurred view of cells of 137 pixels the lattice is a little off"},
	{91, 186, render.JPEG, true, "cells of 13 pixels that only a blurred view can read, and not right"},
	{64, 192, render.JPEG, false, "smeared colours move the middles of thin lines by two pixels"},
	{65, 1113, render.JPEG, false, "lines that differ from a region in colour alone are wiped out"},
	{65, 1133, render.JPEG, true, "in cells of 13 pixels two queens seem to be a pointer"},
	{65, 879, render.JPEG, true, "blurred colour leads from a small cross to the side of its cell"},
	{65, 337, render.JPEG, false, "blurred colour makes a blotch in the middle of an empty cell"},
	{65, 297, render.Noisy, false, "a cross that appears, too small to be compared with others, and no trace of noise"},
	{72, 583, render.Noisy, false, "black lines beside dark cells, and none inside regions: noise moves the lattice"},
	{72, 912, render.Covered, true, "a crown hides that lines go on above the part of a board that is in sight"},
	{65, 1076, render.JPEG, false, "the colours of crowns bleed into their cells"},
	{73, 1690, render.HoverOver, false, "the pointer lies over a loose piece that is a shade of the region around it"},
	{73, 4053, render.JPEG, true, "in a cell of 15 pixels a golden crown is taken for the ground"},
	{73, 621, render.Plain, false, "a part of the board is a board by itself, but for faint seams at its sides"},
	{73, 1229, render.HoverOver, false, "a black frame around cells of the page's colour, which is nearly black"},
	{93, 2113, render.Plain, false, "a red crown as bright as its cell of 16 pixels, and nothing compressed"},
	{93, 591, render.Noisy, false, "a golden crown as bright as its cell of 14 pixels"},
	{93, 591, render.JPEG, false, "the same, compressed"},
	{93, 2274, render.JPEG, false, "colour leads from crosses of five pixels to the sides of their cells"},
	{93, 659, render.JPEG, false, "the same makes a queen of a cross, and others are held against it"},
	{93, 2946, render.JPEG, false, "colour above a cross makes it as tall as a queen"},
	{93, 2428, render.JPEG, false, "compression leaves a blotch in the middle of a cell, but no brighter or darker than it"},
	{93, 2776, render.JPEG, false, "a queen that appears, five pixels wide: shape and likeness say little each"},
	{92, 339, render.Resized, false, "two crosses with arms of three pixels are the only ones shaped like queens"},
	{93, 989, render.JPEG, false, "a cross that appears, so faint that a second look shows a trace alone"},
	{93, 1229, render.Noisy, false, "a cross that appears, as small as the least mark"},
	{96, 589, render.Plain, true, "a golden crown in an orange cell, of which four pixels stand out"},
	{96, 498, render.Noisy, true, "the same in a cell of 14 pixels"},
	{96, 266, render.Noisy, false, "one of two queens is too small to be compared with"},
	{96, 302, render.JPEG, false, "two cells of 14 pixels with two odd pixels each, which no pointer has left"},
	{95, 2927, render.HoverOver, false, "a pointer in a cell of 63 pixels is as small as a cross, and lies near its diagonals"},
	{95, 575, render.JPEG, true, "a golden crown in a cell of 16 pixels is shaped like nothing, and there are no crosses"},
	{95, 928, render.Plain, false, "queens of seven pixels are no more like each other than like crosses"},
	{95, 1689, render.Plain, false, "a queen that appears, five pixels wide: the others tell, at one size"},
	{95, 1110, render.JPEG, false, "the same, eight pixels wide and compressed"},
	{95, 2457, render.JPEG, false, "a cross that appears is like the others at one size alone"},
	{95, 2633, render.JPEG, false, "a cross that appears is smaller than any mark: a trace, and it hides nothing"},
	{95, 318, render.JPEG, false, "a queen that appears, the only one"},
	{110, 164, render.JPEG, false, "a crown that appears leans a little, but is wider than tall, as no pointer is"},
	{110, 1320, render.JPEG, false, "the same of gold, and its colour as like the crosses as the queens"},
	{110, 1036, render.JPEG, false, "a cross that appears, of which a second look shows one pixel"},
	{110, 1130, render.Plain, false, "of a cross that appears seven pixels stand out, and those not the same left and right"},
	{65, 1312, render.Plain, false, "the rim of a golden crown has nearly the colour of its cell"},
	{65, 10, render.HoverOver, false, "a cell is hovered so faintly that it seems to be noise of its region"},
	{73, 1210, render.HoverOver, false, "the pointer lightens one of a region's two cells"},
	{73, 1277, render.HoverOver, false, "of a region's three cells one is hovered and one holds a queen"},
	{65, 954, render.HoverOver, false, "the pointer lies over a queen, and others clash"},
	{73, 1262, render.HoverOver, false, "the pointer lies over one of two queens that clash"},
	{73, 867, render.HoverOver, false, "black lines of uneven width beside cells that are nearly black"},
	{73, 1423, render.HoverOver, false, "the pointer lies over a line, and others differ by a pixel"},
	{63, 280, render.Plain, false, "two of a region's four cells are tinted"},
	{65, 830, render.HoverOver, false, "three of 16 cells are tinted or hovered"},
	{64, 412, render.HoverOver, false, "a loose piece of a region is tinted, and a cell hovered"},
	{73, 3590, render.Plain, false, "lines of four and five pixels, and two regions of one colour"},
	{73, 2384, render.Plain, false, "golden crowns in cells of 14 pixels, and a line or two blotted"},
	{65, 182, render.Plain, false, "ten regions in 16 pieces"},
	{65, 783, render.HoverOver, false, "the pointer lies over a queen's right half"},
	{65, 879, render.Plain, false, "a queen is just appearing, six pixels wide"},
	{65, 536, render.Resized, false, "crosses of five pixels"},
	{93, 965, render.Resized, false, "black borders taken for the places where two colours meet"},
	{92, 1368, render.Warm, false, "the same, beside faint seams inside regions"},
	{92, 1316, render.JPEG, false, "blurred borders make cells that are not square"},
	{93, 844, render.Cropped, false, "half of the game is left, with borders on half of its lines, and an example is whole"},
	{98, 88, render.Cropped, false, "two and a half columns of the game are left, and an example is whole"},
	{93, 1246, render.Cropped, false, "without lines, cut to the board: its sides are the picture's"},
	{92, 294, render.Plain, false, "without lines, and no more than seven borders"},
	{92, 1155, render.Plain, false, "crowns interrupt both sides of the board, and with them its outline"},
	{99, 21, render.JPEG, false, "a taskbar and what lies over it look like a part of a game"},
	{93, 268, render.Toned, false, "beside a region of the page's colour a part of the board is a board by itself"},
	{93, 2680, render.JPEG, false, "the flat rim of a board whose middle is grainy"},
	{93, 2910, render.JPEG, false, "the same, of large cells"},
	{93, 429, render.JPEG, false, "a second look at the grainy part of a board shows none"},
	{93, 2957, render.JPEG, false, "a picture of 176 pixels, too small to tell by what its blocks hold"},
	{93, 2680, render.Cropped, false, "faint lines in an outermost column of the page's colour"},
	{93, 2485, render.JPEG, false, "the page looks like a region of an outer row and column"},
	{93, 2180, render.JPEG, false, "the same, with lines around regions alone"},
	{93, 2031, render.Resized, false, "traces of a line of the lattice that is lost"},
	{98, 490, render.Resized, false, "blurred lines of the colour of a region are mixtures everywhere else"},
	{92, 1150, render.HoverOver, false, "of a region's six cells one is hovered and two are tinted"},
	{93, 2676, render.JPEG, true, "a tint passes for a region's colour into which others bled"},
	{92, 260, render.JPEG, true, "two tinted cells pass for two of a region elsewhere, and there are several solutions"},
	{92, 1059, render.HoverOver, true, "a hovered cell passes for a region, and two regions of one colour touch"},
	{93, 1539, render.Plain, false, "a region is nothing but two queens that clash, and no tint"},
	{93, 1539, render.HoverOver, false, "the same, and a cell is hovered elsewhere"},
	{93, 147, render.HoverOver, false, "a region of one cell with a queen that clashes, walled in by wide lines"},
	{93, 1672, render.HoverOver, false, "the hovered cell could be a loose piece, but is no exact shade then"},
	{93, 2815, render.HoverOver, false, "the same, but a line says otherwise"},
	{93, 607, render.HoverOver, false, "a region of one cell is nearly a shade of that beside it"},
	{92, 823, render.Plain, false, "a region of one cell is a shade of another elsewhere, and a region is in two pieces"},
	{93, 2259, render.HoverOver, false, "lines are a pixel wider on two lines of the lattice, and a cell is hovered"},
	{95, 2641, render.JPEG, false, "of a board without lines compression leaves four borders to tell where it lies"},
	{95, 2879, render.Resized, false, "a frame of the page's colour and margins outside few lines pass for those of larger cells"},
	{95, 1582, render.Warm, false, "a region of one cell is a shade of that around it, several solutions, and lines of one width"},
	{95, 1869, render.Plain, false, "the same, a shade brighter"},
	{95, 1869, render.HoverOver, false, "the same, and a cell is hovered elsewhere, which is the more exact shade"},
	{95, 508, render.Resized, false, "the same without lines, scaled, and no exact shade"},
	{95, 508, render.JPEG, false, "the same compressed, where cells that meet seem to have a line between them"},
	{95, 90, render.Plain, false, "ten regions in 14 pieces, and several solutions"},
	{95, 1366, render.Resized, false, "scaled, the widths of lines differ by two pixels here and by four there"},
	{95, 2822, render.Warm, false, "a tinted cell that is a region's exactly, and roughly another's"},
	{93, 1468, render.HoverOver, false, "on one line of the lattice, thin lines seem to be of two widths"},
	{95, 101, render.Resized, false, "the sides of a black frame on a black page lie a tenth of a cell inside the board"},
	{95, 1889, render.Resized, false, "the strip of the page between the board and the buttons is too thin to have a border"},
	{111, 53, render.JPEG, false, "in another view the dark page passes for a column and a row, its colour blurred at the frame"},
	{95, 2739, render.Noisy, false, "the cells of a board without lines are not quite square"},
	{93, 547, render.Noisy, false, "in another view lines join two regions of very different colours"},
	{105, 962, render.Plain, false, "a region of one cell under a queen that clashes, but no cell of the others is tinted"},
	{105, 2963, render.Covered, true, "a card covers all of the board but a part of four rows, with as many colours"},
	{106, 842, render.Plain, false, "in a cell of 12 pixels a white crown has the shape of a cross"},
	{105, 1611, render.Resized, false, "the same, where its upper part has the ground's colour"},
	{112, 1425, render.Plain, false, "one white crown has no dark outline, and is like no other"},
	{112, 1386, render.Cropped, false, "beyond a faint seam the colours of two regions go on"},
	{112, 1000, render.JPEG, false, "compression leaves a bright pixel in a dark cross"},
	{105, 2250, render.JPEG, true, "a golden crown on brown, as bright as its cell of 15 pixels"},
	{105, 2952, render.JPEG, true, "the same on orange, in cells of 13 pixels"},
	{96, 589, render.JPEG, true, "the same on gold"},
	{112, 1120, render.Noisy, false, "a board that only a blurred view can read, and nothing speaks against it"},
	{115, 568, render.HoverOver, true, "the hovered cell has the colour of a region elsewhere, but for a unit in each channel"},
	{96, 266, render.Resized, true, "two red crowns of four pixels are taken for crosses, which are dark"},
	{105, 893, render.Noisy, true, "a tinted cell passes for a loose piece, and there are several solutions"},
	{113, 636, render.JPEG, false, "two pale colours are near each other, but their cells lie side by side"},
	{113, 46, render.Noisy, false, "the same, and several solutions"},
	{115, 650, render.Noisy, false, "noise makes three lines wide inside regions"},
	{113, 989, render.JPEG, false, "a cell just dark enough for a white cross"},
	{105, 266, render.JPEG, false, "so lightly compressed that most of the picture shows no trace"},
	{105, 1690, render.JPEG, false, "the same, of a board that is more than the blocks with a trace"},
	{105, 2797, render.JPEG, false, "three columns full of crosses are not seen as cells"},
	{105, 2147, render.JPEG, false, "a letter's colour bleeds into its cell, and the other one that clashes is not tinted"},
	{105, 17, render.JPEG, false, "nine cells of a colour of their own, which nothing can have bled into all of them"},
	{105, 1868, render.JPEG, false, "a card ends a cell beyond the board, and passes for its outermost row and column"},
	{116, 1528, render.Plain, false, "the page at two sides is as wide as a cell, up to the picture's edge"},
	{116, 253, render.HoverOver, false, "two queens that clash pass for a region of their tint, but for one line"},
	{116, 1417, render.HoverOver, true, "of two cells side by side either could be a hovered one, and the other a region"},
	{116, 1047, render.Resized, false, "a white crown of eight pixels on black is the only one without its outline"},
	{116, 392, render.Resized, true, "crosses of seven pixels, one of which looks like a queen"},
	{116, 384, render.HoverOver, false, "a crown that fades in is like no other, but large"},
	{116, 929, render.Warm, false, "a filter colours white crosses as it does not dark ones"},
	{117, 101, render.Warm, false, "the same makes a cell with a white cross brighter than one with a dark cross"},
	{117, 405, render.Resized, false, "scaling leaves a trace of lines beyond the frame"},
	{117, 724, render.JPEG, false, "nine regions in eleven pieces, two of them of colours that are near each other"},
	{117, 804, render.Resized, false, "two cells of one region are tinted, and walled in by no line"},
	{117, 1455, render.Toned, true, "crosses pass for lines beside the few that there are, and the cells would not be square"},
	{118, 485, render.Plain, false, "a white crown fades in among dark crosses, of their size"},
	{118, 830, render.Resized, false, "a golden crown fades in, of the size of the crosses"},
	{118, 64, render.Noisy, false, "the same where there is no other queen"},
	{118, 751, render.Warm, false, "the same, of four pixels"},
	{118, 428, render.Cropped, true, "of a board of which two columns are white on white, one cell shows outside the rest"},
	{118, 978, render.JPEG, true, "a red crown bleeds into a cell, which then looks like a hovered one of the region below"},
	{118, 926, render.Resized, false, "five cells of 20 pixels, which are not quite square"},
	{119, 175, render.Plain, false, "a region of one cell is nearly a shade of another, and a region is in two pieces"},
	{119, 175, render.HoverOver, true, "the same, and the loose piece is hovered"},
	{119, 433, render.Covered, true, "a card leaves a part of a board with as many regions as rows, beyond a line between cells"},
	{119, 600, render.Plain, false, "a cross fades in, and is paler than the one below it"},
	{119, 1641, render.Resized, true, "scaling moves a cross so far aside that it passes for a pointer"},
	{119, 2636, render.JPEG, false, "compression leaves a blotch of colour all over an empty cell"},
	{121, 4917, render.Resized, false, "a cross of a tone that was not measured, beside a white one"},
	{121, 3956, render.JPEG, false, "ringing beside borders of a board without lines passes for lines that lie aside"},
	{122, 2947, render.JPEG, true, "a golden crown on red, in a cell of 17 pixels, is not much like the others"},
	{123, 172, render.JPEG, true, "lines make two regions of one, colours that are near each other one of two"},
	{200, 4942, render.JPEG, true, "a blotch that compression left is unlike the crosses, and there is no queen"},
	{124, 955, render.JPEG, true, "what is left of a golden crown on red, in a cell of 14 pixels, passes for a pointer"},
	{124, 1266, render.Cropped, true, "of a board of five rows and columns, one column is cut off, and four rows make a board"},
	{124, 2632, render.JPEG, true, "the dark core of a crown of six pixels is as small as the crosses"},
	{210, 449, render.JPEG, true, "a golden crown bleeds into its cell, which looks like a region, where two others share a colour"},
	{125, 944, render.Resized, true, "a letter of six pixels passes for a pointer, which would be larger than the cell"},
	{120, 787, render.Plain, false, "two regions of one colour lie apart, and every other is in one piece"},
	{127, 22, render.JPEG, true, "compression makes a whole line of the lattice wide, and regions of two pieces have one colour"},
	{128, 547, render.JPEG, true, "a whole region seems to be cells of another into which colours bled, all of them the same"},
	{128, 633, render.Resized, true, "what stands in a cell of 13 pixels, and nowhere beside it, is no pointer"},
	{128, 2483, render.JPEG, false, "smeared colours make the rows higher than the columns are wide"},
	{121, 3956, render.JPEG, false, "the same, by less"},
	{124, 396, render.Warm, false, "of two regions with as many cells each, taken for one, the usual colour is that of neither"},
	{128, 916, render.Plain, false, "a cross of five pixels that only begins to appear, in cells of 44"},
	{128, 1998, render.Noisy, false, "the same, in noise"},
	{128, 2813, render.Warm, false, "calendars side by side make a grid of cells that are not square, larger than the board"},
	{128, 2592, render.HoverOver, false, "three cells are tinted or hovered, and the pointer hides what lines say of one"},
	{128, 1035, render.Cropped, false, "a region is a whole row, and more, where the picture ends and no line is"},
	{128, 1540, render.Cropped, false, "the same, a whole column"},
	{128, 3892, render.Resized, false, "narrow borders on a line of the lattice, and a region of a cell that could be a shade"},
	{128, 3272, render.Toned, false, "borders have nearly the colour of a dark region, and there are several solutions"},
	{128, 1515, render.Warm, false, "a red queen that only begins to appear, larger than half a cross"},
	{128, 2378, render.Noisy, false, "a mark that only begins to appear, and hardly any ink, in noise"},
	{128, 504, render.Toned, false, "borders of nearly the colour of some cells, with all that a screen shows washed out"},
	{128, 5102, render.JPEG, false, "a queen that only begins to appear, and of which a second view shows nothing"},
	{128, 6481, render.JPEG, true, "the same of white with a dark rim, which is as bright as the cell, and the second view shows a cross"},
	{128, 3952, render.Noisy, true, "a golden queen that hardly shows on orange, in a cell of 13 pixels"},
}

// TestHard reads each of them.
func TestHard(t *testing.T) {
	for _, c := range hard {
		t.Run(fmt.Sprintf("s%d-k%d-%s", c.seed, c.number, c.variant), func(t *testing.T) {
			p, err := render.Draw(c.seed, c.number, c.variant)
			if err != nil {
				t.Fatal(err)
			}
			v := visionreport.Judge(p)
			switch v.Class {
			case visionreport.Right:
			case visionreport.Excused, visionreport.Missed:
				if !c.refused {
					t.Errorf("refused: %s (%s)", v.Words, c.why)
				}
			default:
				t.Errorf("%s: %s (%s)", v.Class, v.Words, c.why)
			}
			if t.Failed() {
				var refusal error // a nil *Refusal would be none
				if v.Refusal != nil {
					refusal = v.Refusal
				}
				t.Logf("the picture: %s", keepFailure(t, p.Name, p.Image, v.Reading, refusal))
			}
		})
	}
}
