package solvertest

// Boards are puzzles of all games as text, and how many solutions each has. All methods are tried
// on those of Queens, and on those of another game its own: a board that one of them fails on
// belongs here.
var Boards = []struct {
	Name, Text string
	Solutions  int
}{
	{"one cell", "a\n", 1},
	{"two rows", "ab\nab\n", 0},
	{"three rows", "aaa\nbbb\nccc\n", 0},
	{"a region a row", "aaaa\nbbbb\ncccc\ndddd\n", 2},
	{"a region a row, with a queen", "aaaa\nbbbb\ncccc\ndddd\n\n..Q.\n....\n....\n....\n", 1},
	{"a region a row, with a queen in a corner", "aaaa\nbbbb\ncccc\ndddd\n\nQ...\n....\n....\n....\n", 0},
	{"two queens that touch", "aaaa\nbbbb\ncccc\ndddd\n\n.Q..\n..Q.\n....\n....\n", 0},
	{"in pieces", "abbbb\ncdcbc\ncdccc\ncccee\nccccc\n", 1},
	// Others have printed these with their answers: for backtracking, and for a search breadth first.
	{"published for backtracking, of 5 rows", "01111\n23212\n23212\n22244\n22222\n", 1},
	{"published for backtracking, of 8 rows", "00111222\n03131422\n03131222\n03331562\n03331566\n03731566\n73731556\n77776666\n", 1},
	{"published for breadth first, of 5 rows", "01111\n23212\n23222\n22244\n22222\n", 1},
	{"published for breadth first, of 8 rows", "00000000\n00111120\n00133120\n00333122\n04431122\n04551662\n44555566\n44457556\n", 1},

	{"tango", "tango\nS=. . M\n  x\n. . . .\n. . . .\n. . .x.\n", 6},
	{"tango, three alike", "tango\nS S S .\n. . . .\n. . . .\n. . . .\n", 0},
	{"zip", "zip\n 1  .  .\n .  .  .\n .  .  2\n", 2},
	{"zip with a wall", "zip\n 1  .  .\n .  .| .\n .  .  2\n", 1},
	{"zip without a way", "zip\n 1  .  2\n .  .  .\n", 0},
	{"sudoku of 4 rows", "sudoku\n1...\n....\n....\n....\n", 72},
	{"sudoku of 6 rows", "sudoku\n.1234.\n......\n.2..1.\n.3..2.\n......\n.4523.\n", 1},
	{"patches", "patches\ns4  .   .\n.   .   t\nw   .   .\n", 2},
	{"patches that do not fill it", "patches\ns4  .   .\n.   .   .\n.   .   .\n", 0},
}
