import { expect, test } from 'vitest'
import { shortenHeadings } from './axisText.ts'

test('long prompts with the same beginning are shortened to what differs', () => {
  const painting = 'An extremely detailed oil painting of a lighthouse on a basalt cliff, '
  expect(
    shortenHeadings([
      `${painting}calm`,
      `${painting}wild`,
      'dunes',
      'A prompt that no other one begins like, long',
    ]),
  ).toEqual([
    'An extremely … calm',
    'An extremely … wild',
    'dunes',
    'A prompt that no other one begins like, long',
  ])
})

test('short, identical and early differing texts are not shortened', () => {
  for (const values of [
    ['a fox at night', 'a fox at noon'],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['Early words that differ are seen at once, here', 'Early birds that differ are seen at once, here'],
  ])
    expect(shortenHeadings(values)).toEqual(values)
})

test('text without spaces is shortened between characters', () => {
  const long =
    '嵐の中の灯台、油絵、暖かい光、とても細かい筆致で描かれた長い説明文が続きます。波しぶきと海鳥。𠮷'
  const [one, other] = shortenHeadings([`${long}朝`, `${long}夜`])
  expect(one).toMatch(/ … 朝$/)
  expect(other).toMatch(/ … 夜$/)
  expect(one?.length).toBeLessThan(30)
  expect(one?.isWellFormed()).toBe(true)
})
