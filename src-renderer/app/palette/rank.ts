/** An entry that can be searched for. */
export interface Searchable {
  id: string
  label: string
  /** Other words by which it is found. */
  keywords?: string
}

/** How well a word matches: at the start of the label, of one of its words, anywhere in it, or only in the keywords. */
const SCORES = { start: 8, wordStart: 5, inside: 2, keyword: 1 } as const
/** Bonus of the entry that was used last, in a search of one word; less than the differences between the scores of matches in a label. */
const MAX_BONUS = 2.5

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

function scoreOf(word: string, label: string, keywords: string): number {
  const at = label.indexOf(word)
  if (at === 0) return SCORES.start
  if (at > 0 && isWordStart(label, at, word)) return SCORES.wordStart
  if (at > 0) return SCORES.inside
  return keywords.includes(word) ? SCORES.keyword : 0
}

const isWordStart = (label: string, from: number, word: string): boolean => {
  for (let at = from; at !== -1; at = label.indexOf(word, at + 1))
    if (!/[\p{L}\p{N}]/u.test(label[at - 1] ?? ' ')) return true
  return false
}

/**
 * The entries that contain every word of a search, best first: by how well they match and how recently they were used, then shorter
 * labels first. `recent` has the ids of used entries, the last used one first. An empty search returns all entries in the given order.
 */
export function rank<E extends Searchable>(
  entries: readonly E[],
  search: string,
  recent: readonly string[],
): E[] {
  const words = wordsOf(search)
  if (words.length === 0) return [...entries]
  const bonusOf = new Map(
    recent.map((id, index) => [id, (MAX_BONUS / words.length) * (1 - index / recent.length)]),
  )
  const ranked: { entry: E; score: number }[] = []
  for (const entry of entries) {
    const label = entry.label.toLowerCase()
    const keywords = entry.keywords?.toLowerCase() ?? ''
    let total = 0
    const isMatch = words.every((word) => {
      const score = scoreOf(word, label, keywords)
      total += score
      return score > 0
    })
    if (isMatch) ranked.push({ entry, score: total / words.length + (bonusOf.get(entry.id) ?? 0) })
  }
  return ranked
    .sort((a, b) => b.score - a.score || a.entry.label.length - b.entry.label.length)
    .map(({ entry }) => entry)
}
