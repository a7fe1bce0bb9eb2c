import { expect, test } from 'vitest'
import { blocksAround, neighbourIds } from './useNearbyTiles.ts'

const order = ['a', 'b', 'c', 'd', 'e']

test('two images ahead in the direction of the last step and one behind are decoded', () => {
  expect(neighbourIds(order, 2, 1)).toEqual(['c', 'd', 'e', 'b'])
  expect(neighbourIds(order, 2, -1)).toEqual(['c', 'b', 'a', 'd'])
})

test('at an end there are fewer neighbours', () => {
  expect(neighbourIds(order, 4, 1)).toEqual(['e', 'd'])
  expect(neighbourIds(order, 0, -1)).toEqual(['a', 'b'])
  expect(neighbourIds([], -1, 1)).toEqual([])
})

test('tiles are requested in blocks that stay the same from step to step', () => {
  const long = Array.from({ length: 100 }, (_, index) => `${index}`)
  expect(blocksAround(long, 15, 12)).toEqual(blocksAround(long, 16, 12))
  expect(blocksAround(long, 38, 12).map(({ length }) => length)).toEqual([40, 40])
  expect(blocksAround(long, 99, 12).map(([first]) => first)).toEqual(['80'])
  expect(blocksAround([], 0, 12)).toEqual([])
})
