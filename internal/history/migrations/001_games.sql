-- A row for each board that was played, whatever came of it.
CREATE TABLE games (
  id          INTEGER PRIMARY KEY,
  ended_ms    INTEGER NOT NULL, -- when it ended: Unix time in milliseconds
  offset_s    INTEGER NOT NULL, -- how far the person's clock was ahead of UTC, in seconds
  day         TEXT    NOT NULL, -- the person's calendar day, YYYY-MM-DD
  command     TEXT    NOT NULL, -- what played it: play or daily
  outcome     TEXT    NOT NULL, -- won, already solved, or what kept it from that
  evidence    TEXT,             -- what a success rests on
  size        INTEGER NOT NULL, -- rows
  regions     TEXT    NOT NULL, -- a letter a cell, rows joined by /
  marked      INTEGER NOT NULL, -- queens and crosses that stood on it at first
  grade       TEXT,             -- how hard it is for a person, where that was found in time
  waited_ms   REAL    NOT NULL, -- the stages, in milliseconds
  seen_ms     REAL    NOT NULL,
  solved_ms   REAL    NOT NULL,
  clicked_ms  REAL    NOT NULL,
  verified_ms REAL    NOT NULL,
  clicks      INTEGER NOT NULL,
  repairs     INTEGER NOT NULL,
  display     INTEGER NOT NULL, -- counted from 0
  profile     TEXT,             -- the profile it was played with
  program     TEXT    NOT NULL  -- the version of the program
) STRICT;

CREATE INDEX games_by_time ON games (ended_ms);
