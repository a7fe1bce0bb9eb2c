import type { Snippet } from '../../../../src-preload/contract/types/snippet.ts'
import { countingLines, referencedLists } from '../../../../src-preload/shared/wildcards.ts'

/** The lines of each wildcard list by its name. */
export type WildcardLists = Readonly<Record<string, string[]>>

/** The lines of a wildcard list: without empty ones and comments. */
export const linesOf = (text: string): string[] =>
  countingLines(text.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u))

/** A snippet of several lines is a wildcard list; any other is a text to insert. */
export const isWildcardList = ({ text }: Snippet): boolean => linesOf(text).length > 1

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
