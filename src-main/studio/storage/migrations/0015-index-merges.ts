/**
 * The full-text index is merged in small steps after each update (`library/search/FullTextIndex.ts`), not by SQLite within a commit. Parts of
 * a size are merged when there are eight of them, or when 40% of one is outdated: merging parts of hundreds of thousands of results blocks,
 * because the entry of a frequent word is written at once, so it must be rare.
 */
export const migration0015 = `
INSERT INTO asset_words (asset_words, rank) VALUES ('automerge', 0);
INSERT INTO asset_words (asset_words, rank) VALUES ('usermerge', 8);
INSERT INTO asset_words (asset_words, rank) VALUES ('deletemerge', 40);
`
