/** A search match: the index of its text, and a range of characters in it. */
export interface Match {
  segment: number
  from: number
  to: number
}

/** Nobody steps through more matches. */
const MAX_MATCHES = 10_000

/** All matches of `query` in order, ignoring case. */
export function findMatches(texts: readonly string[], query: string): Match[] {
  const needle = query.trim().toLocaleLowerCase()
  const matches: Match[] = []
  if (needle === '') return matches
  for (const [segment, text] of texts.entries()) {
    const lowerCase = text.toLocaleLowerCase()
    // If lower case has another length, the offsets would not line up, so the text is searched with its case.
    const haystack = lowerCase.length === text.length ? lowerCase : text
    for (
      let from = haystack.indexOf(needle);
      from !== -1;
      from = haystack.indexOf(needle, from + needle.length)
    ) {
      matches.push({ segment, from, to: from + needle.length })
      if (matches.length === MAX_MATCHES) return matches
    }
  }
  return matches
}
