import { expect, it } from 'vitest'
import { findReplacedTerms } from './plainTerms.ts'

it.each([
  ['class LimitBook {', '"Limit Book", use "RateLimits"'],
  ['const limit_book = 1', '"limit book", use "RateLimits"'],
  ['// Asks the person.', '"the person", use "the user"'],
  ['const mayDial = true', '"may Dial", use "isAllowedAddress"'],
])('reports a replaced term as an identifier or a word: %s', (line, found) => {
  expect(findReplacedTerms(line)).toEqual([found])
})

it.each(['const tint = theLadderless', 'The personal data', 'a limit of the book'])(
  'reports no other words: %s',
  (line) => {
    expect(findReplacedTerms(line)).toEqual([])
  },
)
