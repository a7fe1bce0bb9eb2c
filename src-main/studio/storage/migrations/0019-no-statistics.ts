/**
 * Removes the statistics about tables and indexes. They described the library at the last clean close: with those of an almost empty
 * library, SQLite reads whole tables once the library has grown.
 */
export const migration0019 = `
DROP TABLE IF EXISTS sqlite_stat1;
DROP TABLE IF EXISTS sqlite_stat4;
`
