import { expect, test, vi } from 'vitest'
import { completionAt, matchSnippets } from './completion.ts'

/** The part that is being typed at `|`; null if there is none. */
const partAt = (marked: string): string | null => {
  const caret = marked.indexOf('|')
  return completionAt(marked.replace('|', ''), caret)?.part ?? null
}

test.each([
  ['__|', ''],
  ['a __an|', 'an'],
  ['a __wild an|imal', 'wild an'],
  ['__two_|', 'two_'],
  ['__éclair-1.5|', 'éclair-1.5'],
  ['a __animal__ and __|', ''],
  ['a __| and a __animal__', ''],
  ['__init, then __|', ''],
  ['__init then __|', ''],
  ['__color__-__an|', 'an'],
  ['__color__and__an|', 'an'],
  ['__a____b|', 'b'],
])('%s is a reference that begins with "%s"', (marked, part) => expect(partAt(marked)).toBe(part))

test.each([
  ['no reference', 'a fox|'],
  ['one underscore', 'a_|'],
  ['a line', 'a ___|'],
  ['a comma after it', '__an, |'],
  ['a new line after it', '__an\n|'],
  ['a closed one before the caret', 'a __animal__|'],
  ['a closed one and an underscore before the caret', 'a __animal___|'],
  ['a closed one after an open one', '__init then __animal__|'],
  ['a closed one around the caret', 'a __ani|mal__'],
  ['the caret before it', 'a |__an'],
  ['a part that is too long for a name', `__${'a'.repeat(61)}|`],
])('there is nothing to complete: %s', (_, marked) => expect(partAt(marked)).toBeNull())

test('a completion reaches from its underscores to the caret', () => {
  expect(completionAt('a __an old', 6)).toEqual({ start: 2, end: 6, part: 'an' })
  expect(completionAt('__color__-__an', 14)).toEqual({ start: 10, end: 14, part: 'an' })
})

const names = (part: string) =>
  matchSnippets(
    ['wild animal', 'Style 10', 'style 2', 'animal', 'manicure'].map((name) => ({ name, text: name })),
    part,
  ).map(({ name }) => name)

test('names that begin with the part come first, then words, then the rest', () => {
  expect(names('an')).toEqual(['animal', 'wild animal', 'manicure'])
})

test('case is ignored, and numbers are sorted by value', () => {
  expect(names('STY')).toEqual(['style 2', 'Style 10'])
})

test('an empty part matches all names, in alphabetical order, and an unknown part matches none', () => {
  expect(names('')).toEqual(['animal', 'manicure', 'style 2', 'Style 10', 'wild animal'])
  expect(names('boat')).toEqual([])
})

test('reads only the end of a long text without a reference near the caret', () => {
  const text = `__animals__ ${'a lighthouse in a storm, '.repeat(8000)}`
  const matchAll = vi.spyOn(String.prototype, 'matchAll')
  const found = completionAt(text, text.length)
  const reads = matchAll.mock.calls.length
  matchAll.mockRestore()
  expect(found).toBeNull()
  expect(reads).toBe(0)
  expect(completionAt(`${text}__cat`, text.length + 5)).toMatchObject({ start: text.length, part: 'cat' })
})
