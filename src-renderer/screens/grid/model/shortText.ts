/** Shorter words are shown whole. */
const LONG = 40
/** Of what many have in common so many letters stay, at most. */
const BEGINNING = 16

/**
 * Long headings that begin alike, each by what tells it from the others: "An oil painting … at night". The rest, and whatever
 * is short, as it is.
 */
export function shortText(values: readonly string[]): string[] {
  const sorted = values.map((value, at) => ({ value, at })).sort((a, b) => (a.value < b.value ? -1 : 1))
  const short = [...values]
  for (const [place, { value, at }] of sorted.entries()) {
    if (value.length <= LONG) continue
    const alike = Math.max(
      common(value, sorted[place - 1]?.value ?? ''),
      common(value, sorted[place + 1]?.value ?? ''),
    )
    // The same words twice differ nowhere.
    if (alike === value.length) continue
    const from = wordAt(value, alike)
    const beginning = value.slice(0, wordAt(value, BEGINNING)).trimEnd()
    if (from > beginning.length + BEGINNING) short[at] = `${beginning} … ${value.slice(from)}`
  }
  return short
}

/** How many letters two words begin with alike. */
function common(one: string, other: string): number {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at++
  return at
}

/** Where the word that holds this letter begins; in writing without spaces, the letter itself. */
function wordAt(value: string, letter: number): number {
  const space = value.lastIndexOf(' ', letter - 1)
  const found = letter - space > BEGINNING * 2 ? letter : space + 1
  // Not between the halves of one sign.
  const code = value.charCodeAt(found)
  return code >= 0xdc00 && code <= 0xdfff ? found - 1 : found
}
