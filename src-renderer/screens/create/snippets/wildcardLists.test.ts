import { expect, test } from 'vitest'
import { insertedText, knownReferences, linesOf, listsUsedBy, wildcardListsOf } from './wildcardLists.ts'

const lists = { animal: ['fox', '__bird__'], bird: ['owl', 'jay'], loop: ['__loop__', 'end'] }

test('lines leave out empty ones and comments', () => {
  expect(linesOf('\uFEFF# animals\r\n fox \n\n#owl\njay')).toEqual(['fox', 'jay'])
})

test('a snippet of one line inserts it, one of several lines a reference', () => {
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

test('references to lists are known once each, others are plain text', () => {
  expect(knownReferences('__bird__ and __animal__, __bird__, __fish__, __constructor__', lists)).toEqual([
    'bird',
    'animal',
  ])
})

test('the lists of texts include those in the lines of others, also in a cycle', () => {
  expect(listsUsedBy(['a __animal__', 'no __fish__'], lists)).toEqual({
    animal: lists.animal,
    bird: lists.bird,
  })
  expect(listsUsedBy(['__loop__'], lists)).toEqual({ loop: lists.loop })
})
