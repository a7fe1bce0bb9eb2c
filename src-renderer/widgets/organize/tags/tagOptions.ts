import type { Tag } from '../../../../src-preload/contract/types/tag.ts'
import { distinctNames, nameKey } from '../../../../src-preload/shared/nameKey.ts'
import { NOT_IN_TAGS } from '../../../../src-preload/constraints/limits.ts'

/** How many of the results whose tags are edited have a tag. */
export type TagState = 'none' | 'some' | 'all'

/** An option in the list of the tag editor. */
export type TagOption =
  | { kind: 'tag'; name: string; state: TagState }
  | { kind: 'create'; names: readonly string[] }

/** The names in a text that commas, tabs or line breaks separate, without duplicates; the first spelling of a name is kept. */
export function parseTagNames(text: string): string[] {
  const names = text.split(NOT_IN_TAGS).flatMap((line) => line.split(',').map((part) => part.trim()))
  return distinctNames(names.filter((name) => name !== ''))
}

/** Whether a word of the name starts with a text, as in `tags.list`. */
const hasWordStartingWith = (name: string, text: string): boolean =>
  nameKey(` ${name}`).includes(nameKey(` ${text}`))

/**
 * The options of the editor. Without a text: the tags of the results, then others. With one name: the tags found for it,
 * and an option that creates it unless it was found. With several names: only an option that adds them all.
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
  // `found` may still be the result of the previous search.
  const matching = names.length === 1 ? found.filter(({ name }) => hasWordStartingWith(name, first)) : []
  const options = matching.map(toOption)
  const isFound = matching.some(({ name }) => nameKey(name) === nameKey(first))
  return isFound ? options : [...options, { kind: 'create', names }]
}
