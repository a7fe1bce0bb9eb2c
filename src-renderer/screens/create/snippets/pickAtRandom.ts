import { WILDCARD_REFERENCE } from '../../../../src-preload/shared/wildcards.ts'
import type { WildcardLists } from './wildcardLists.ts'

/** How deep references in the lines of lists are replaced. Each level is a recursive call. */
const MAX_DEPTH = 10
/** Lines inserted into one text. Without a limit, lists whose lines refer to several others could make a huge text. */
const MAX_PICKS = 1000

/**
 * Replaces each reference to a list with one of its lines, even within these lines. A reference to a list within its
 * own lines stays, and so do those beyond the limits.
 */
export function pickAtRandom(text: string, lists: WildcardLists, random: () => number): string {
  let picks = 0
  const resolve = (part: string, path: readonly string[]): string =>
    part.replaceAll(WILDCARD_REFERENCE, (reference, name: string) => {
      const lines = Object.hasOwn(lists, name) ? lists[name] : undefined
      if (!lines || path.includes(name) || path.length === MAX_DEPTH || picks === MAX_PICKS) return reference
      picks++
      const line = lines[Math.floor(random() * lines.length)] ?? reference
      return resolve(line, [...path, name])
    })
  return resolve(text, [])
}
