-- Which game a board is of, NULL for Queens. Of another game regions has what is given, as the
-- lines of its text.
ALTER TABLE games ADD COLUMN game TEXT;
