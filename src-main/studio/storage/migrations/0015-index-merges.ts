/**
 * The full-text index is merged in small steps after each update (`library/search/FullTextIndex.ts`), not by SQLite
 * within a commit. Segments of a level are merged when there are eight of them, or when 40% of the entries of one are
 * deleted. Merges of segments with hundreds of thousands of results must be rare: they block, because all
 * occurrences of a frequent word are written in one statement.
 */
export const migration0015 = `
INSERT INTO asset_words (asset_words, rank) VALUES ('automerge', 0);
INSERT INTO asset_words (asset_words, rank) VALUES ('usermerge', 8);
INSERT INTO asset_words (asset_words, rank) VALUES ('deletemerge', 40);
`
