import { expect, test, describe } from 'vitest'
import {
  insertedText,
  knownReferences,
  linesOf,
  listsUsedBy,
  wildcardListsOf,
  pickAtRandom,
} from './wildcardLists.ts'

const lists = { animal: ['fox', '__bird__'], bird: ['owl', 'jay'], loop: ['__loop__', 'end'] }

test('empty lines and comments are left out', () => {
  expect(linesOf('\uFEFF# animals\r\n fox \n\n#owl\njay')).toEqual(['fox', 'jay'])
})

test('a one-line snippet inserts its line, and one with several lines inserts a reference', () => {
  expect(insertedText({ name: 'style', text: ' oil painting\n' })).toBe('oil painting')
  expect(insertedText({ name: 'style', text: '# paintings\noil' })).toBe('oil')
  expect(insertedText({ name: 'tag', text: '#sunset' })).toBe('#sunset')
  expect(insertedText({ name: 'my animals', text: 'fox\nowl' })).toBe('__my animals__')
})

test('only snippets of several lines are lists', () => {
  expect(
    wildcardListsOf([
      { name: 'style', text: 'oil' },
      { name: 'animal', text: 'fox\n# no\nowl' },
    ]),
  ).toEqual({ animal: ['fox', 'owl'] })
})

test('each referenced list is named once, and unknown references are ignored', () => {
  expect(knownReferences('__bird__ and __animal__, __bird__, __fish__, __constructor__', lists)).toEqual([
    'bird',
    'animal',
  ])
})

test('the lists used by texts include those that their lines refer to, even in a cycle', () => {
  expect(listsUsedBy(['a __animal__', 'no __fish__'], lists)).toEqual({
    animal: lists.animal,
    bird: lists.bird,
  })
  expect(listsUsedBy(['__loop__'], lists)).toEqual({ loop: lists.loop })
})

describe('pickAtRandom', () => {
  const first = () => 0
  const last = () => 0.999
  const lists = { animal: ['fox', 'young __bird__'], bird: ['owl', 'jay'] }

  test('each reference gets a line of its own', () => {
    const numbers = [0, 0.5, 0.9]
    expect(pickAtRandom('__bird__ and __bird__, __animal__', lists, () => numbers.shift() ?? 0)).toBe(
      'owl and jay, young owl',
    )
  })

  test('a line with a reference gets a line of that list', () => {
    expect(pickAtRandom('a __animal__', lists, last)).toBe('a young jay')
  })

  test('an unknown reference and text around references stay', () => {
    expect(pickAtRandom('$& __fish__ __bird__ {a|b}', lists, first)).toBe('$& __fish__ owl {a|b}')
  })

  test('a cyclic reference is left as it is', () => {
    const cycle = { one: ['a __two__'], two: ['b __one__'] }
    expect(pickAtRandom('__one__', cycle, first)).toBe('a b __one__')
  })

  test('lists that refer to many others are replaced only up to a limit', () => {
    const names = Array.from({ length: 20 }, (_, index) => `level${index}`)
    const growing = Object.fromEntries(
      names.map((name, index) => [name, [`__level${index + 1}__ `.repeat(100)]]),
    )
    const picked = pickAtRandom('__level0__', growing, first)
    expect(picked.length).toBeLessThan(2_000_000)
    expect(picked).toContain('__level')
  })
})
