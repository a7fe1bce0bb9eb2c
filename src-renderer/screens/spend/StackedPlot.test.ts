import { expect, it } from 'vitest'
import { stackSeries } from './StackedPlot.tsx'

it('returns the height of the full stack first, then the sums below each series', () => {
  expect(
    stackSeries([
      [1, 20, 300],
      [0, 5, 0],
    ]),
  ).toEqual([
    [321, 5],
    [21, 5],
    [1, 0],
  ])
  expect(stackSeries([])).toEqual([])
})
