import { expect, test } from 'vitest'
import { valueBars } from './valueBars.ts'

test('positive bars go up and negative ones down, in proportion to their values', () => {
  const [up, down, none] = valueBars([2, -1, 0])
  expect((up?.top ?? 0) + (up?.height ?? 0)).toBeCloseTo(0.5)
  expect(down?.top).toBeCloseTo(0.5)
  expect(up?.height).toBeCloseTo(2 * (down?.height ?? 0))
  expect(none?.height).toBeGreaterThan(0)
})

test('bars are within the box and don’t overlap, for any number of values', () => {
  for (const count of [1, 3, 64, 1024]) {
    const bars = valueBars(Array.from({ length: count }, (_, at) => Math.sin(at)))
    expect(bars.length).toBe(Math.min(64, count))
    for (const [at, { left, top, width, height }] of bars.entries()) {
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
      expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1)
      expect(left).toBeGreaterThanOrEqual((bars[at - 1]?.left ?? 0) + (bars[at - 1]?.width ?? 0) - 1e-9)
    }
  }
  expect(valueBars([])).toEqual([])
  expect(valueBars([0, 0]).every(({ height }) => height > 0)).toBe(true)
})
