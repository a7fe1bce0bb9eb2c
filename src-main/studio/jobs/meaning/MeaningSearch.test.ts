import { expect, it } from 'vitest'
import { splitTexts } from './MeaningSearch.ts'

const texts = (count: number, length = 10) => Array.from({ length: count }, () => 'x'.repeat(length))
const sizes = (jobs: string[][]) => jobs.map(({ length }) => length)

it('puts at most 200 texts into a job', () => {
  expect(sizes(splitTexts(texts(450), 1e9))).toEqual([200, 200, 50])
  expect(splitTexts([], 1000)).toEqual([])
})

it('starts another job before the bytes could exceed the limit in tokens', () => {
  expect(sizes(splitTexts(texts(5, 97), 250))).toEqual([2, 2, 1])
  expect(sizes(splitTexts(texts(5, 97), 199))).toEqual([1, 1, 1, 1, 1])
})

it('counts each byte of a text in emoji or another script as a token', () => {
  expect(sizes(splitTexts(['👩‍👩‍👧‍👦'.repeat(3), '狐'.repeat(30), '狐'.repeat(30)], 200))).toEqual([2, 1])
  expect(sizes(splitTexts(['👩‍👩‍👧‍👦'.repeat(3), '狐'.repeat(30), '狐'.repeat(30)], 150))).toEqual([1, 1, 1])
})

it('gives a text that may exceed the limit alone a job of its own', () => {
  expect(sizes(splitTexts([...texts(1, 5), ...texts(1, 500), ...texts(1, 5)], 100))).toEqual([1, 1, 1])
})
