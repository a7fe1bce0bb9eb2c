const MOST_WORDS = 8
const LONGEST_WORD = 200

/** LIKE patterns (escaped by `\`) of which a text must match every one: each word anywhere in it. */
export const searchPatterns = (search: string): string[] =>
  search
    .split(/[\s\0]+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => `%${word.slice(0, LONGEST_WORD).replace(/[\\%_]/g, '\\$&')}%`)
