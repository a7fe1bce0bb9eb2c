/** A place where searched words stand: which segment, and which characters of it. */
export interface Match {
  segment: number
  from: number
  to: number
}

/** More than these nobody steps through. */
const MOST = 10_000

/** Every place of `words`, whatever its case, in the order of reading. */
export function findMatches(texts: readonly string[], words: string): Match[] {
  const wanted = words.trim().toLocaleLowerCase()
  const found: Match[] = []
  if (wanted === '') return found
  for (const [segment, text] of texts.entries()) {
    const low = text.toLocaleLowerCase()
    // Where lower case has another length, places would not fit: then the text is searched as it is written.
    const where = low.length === text.length ? low : text
    for (let from = where.indexOf(wanted); from !== -1; from = where.indexOf(wanted, from + wanted.length)) {
      found.push({ segment, from, to: from + wanted.length })
      if (found.length === MOST) return found
    }
  }
  return found
}
