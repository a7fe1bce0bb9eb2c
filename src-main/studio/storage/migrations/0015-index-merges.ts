/** The full-text index is merged in small steps after each update (`library/search/FullTextIndex.ts`). */
export const migration0015 = `
INSERT INTO asset_words (asset_words, rank) VALUES ('automerge', 0);
`
