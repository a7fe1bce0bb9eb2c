import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import {
  usableLines,
  referencedLists,
  WILDCARD_REFERENCE,
} from '../../../../src-preload/constraints/wildcards.ts'

/** The lines of each wildcard list by its name. */
export type WildcardLists = Readonly<Record<string, string[]>>

/** The lines of a wildcard list: without empty ones and comments. */
export const linesOf = (text: string): string[] =>
  usableLines(text.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u))

/** A snippet of several lines is a wildcard list; any other is a text to insert. */
const isWildcardList = ({ text }: Snippet): boolean => linesOf(text).length > 1

/** How a text refers to a list. */
export const referenceTo = (name: string): string => `__${name}__`

/** The text that completing a snippet inserts: a reference to a list, or the snippet's own line. */
export const insertedText = (snippet: Snippet): string =>
  isWildcardList(snippet) ? referenceTo(snippet.name) : (linesOf(snippet.text)[0] ?? snippet.text.trim())

export const wildcardListsOf = (snippets: readonly Snippet[]): WildcardLists =>
  Object.fromEntries(snippets.filter(isWildcardList).map(({ name, text }) => [name, linesOf(text)]))

/** The lists that a text refers to. Other references are plain text. */
export const knownReferences = (text: string, lists: WildcardLists): string[] =>
  referencedLists(text).filter((name) => Object.hasOwn(lists, name))

/** The lists that the texts refer to, directly or through the lines of other lists. */
export function listsUsedBy(texts: readonly string[], lists: WildcardLists): Record<string, string[]> {
  const used: Record<string, string[]> = {}
  const pending = [...texts]
  for (let text = pending.pop(); text !== undefined; text = pending.pop())
    for (const name of knownReferences(text, lists)) {
      if (Object.hasOwn(used, name)) continue
      const lines = lists[name] ?? []
      used[name] = lines
      pending.push(...lines)
    }
  return used
}

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
