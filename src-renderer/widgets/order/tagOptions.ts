import type { Tag } from '../../../src-preload/contract/types/tag.ts'
import { distinctNames, nameKey } from '../../../src-preload/shared/nameKey.ts'

/** How many of the edited results have a tag. */
export type TagState = 'none' | 'some' | 'all'

/** A line of the tag editor. */
export type TagOption =
  | { kind: 'tag'; name: string; state: TagState }
  | { kind: 'create'; names: readonly string[] }

/** The names in a text, separated by commas; each once, in its first spelling. */
export function parseTagNames(text: string): string[] {
  const names = text.split(',').map((part) => part.trim())
  return distinctNames(names.filter((name) => name !== ''))
}

/** Whether a word of the name starts with a text, as in `tags.list`. */
const hasWordFrom = (name: string, text: string): boolean => nameKey(` ${name}`).includes(nameKey(` ${text}`))

/**
 * The lines of the editor: without a text, the tags of the results, then others; with one, the tags that were found, and a line that adds
 * what was typed unless it is one of them.
 */
export function tagOptions(
  text: string,
  { applied, found, results }: { applied: readonly Tag[]; found: readonly Tag[]; results: number },
): TagOption[] {
  const states = new Map(
    applied.map((tag) => [nameKey(tag.name), tag.results >= results ? ('all' as const) : ('some' as const)]),
  )
  const toOption = ({ name }: Tag): TagOption => ({
    kind: 'tag',
    name,
    state: states.get(nameKey(name)) ?? 'none',
  })
  const names = parseTagNames(text)
  if (names.length === 0) {
    const others = found.filter(({ name }) => !states.has(nameKey(name)))
    return [...applied, ...others].map(toOption)
  }
  const [first = ''] = names
  // The found tags may be those of the text before.
  const matching = names.length === 1 ? found.filter(({ name }) => hasWordFrom(name, first)) : []
  const options = matching.map(toOption)
  const isFound = matching.some(({ name }) => nameKey(name) === nameKey(first))
  return isFound ? options : [...options, { kind: 'create', names }]
}
