import { expect, it } from 'vitest'
import { stacked } from './stacked.ts'

it('gives the height of the whole stack first, then that below each part', () => {
  expect(
    stacked([
      [1, 20, 300],
      [0, 5, 0],
    ]),
  ).toEqual([
    [321, 5],
    [21, 5],
    [1, 0],
  ])
  expect(stacked([])).toEqual([])
})
