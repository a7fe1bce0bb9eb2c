import { expect, test } from 'vitest'
import { pickAtRandom } from './pickAtRandom.ts'

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

test('lists that refer to each other end with the reference', () => {
  const cycle = { one: ['a __two__'], two: ['b __one__'] }
  expect(pickAtRandom('__one__', cycle, first)).toBe('a b __one__')
})

test('lists that multiply end at a limit', () => {
  const names = Array.from({ length: 20 }, (_, index) => `level${index}`)
  const growing = Object.fromEntries(
    names.map((name, index) => [name, [`__level${index + 1}__ `.repeat(100)]]),
  )
  const picked = pickAtRandom('__level0__', growing, first)
  expect(picked.length).toBeLessThan(2_000_000)
  expect(picked).toContain('__level')
})
