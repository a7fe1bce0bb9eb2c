import { describe, expect, it } from 'vitest'
import { offsetToReveal, renderedIndexes, UniformAxis } from './virtualList.ts'

describe('UniformAxis', () => {
  const axis = new UniformAxis({ count: 50, size: 100, gap: 6, before: 80, after: 12 })

  it('has the length of its items, the gaps between them and the space around them', () => {
    expect(axis.length).toBe(80 + 50 * 100 + 49 * 6 + 12)
    expect(axis.offsetAt(49) + axis.size + 12).toBe(axis.length)
  })

  it('finds the index at an offset, with its fraction', () => {
    expect(axis.indexAt(axis.offsetAt(7))).toBe(7)
    expect(axis.indexAt(axis.offsetAt(7) + 53)).toBe(7.5)
    expect(axis.offsetAt(axis.indexAt(1234))).toBeCloseTo(1234)
  })

  it('finds every item that overlaps a range', () => {
    for (const from of [0, 79, 80, 186, 1000, 3333]) {
      const overlapping = Array.from({ length: 50 }, (_, index) => index).filter((index) => {
        const start = axis.offsetAt(index)
        return start < from + 700 && start + axis.size > from
      })
      const { first, end } = axis.range(from, from + 700, 0)
      expect(first).toBeLessThanOrEqual(overlapping[0] ?? 0)
      expect(end - 1).toBeGreaterThanOrEqual(overlapping.at(-1) ?? 0)
      expect(end - first).toBeLessThanOrEqual(overlapping.length + 1)
    }
  })

  it('adds items on both sides of a range, but none that do not exist', () => {
    expect(axis.range(1140, 1240, 0)).toEqual({ first: 10, end: 11 })
    expect(axis.range(1140, 1240, 2)).toEqual({ first: 8, end: 13 })
    expect(axis.range(0, 200, 3).first).toBe(0)
    expect(axis.range(axis.length - 200, axis.length, 3).end).toBe(50)
  })

  it('has an empty range beyond its items', () => {
    const { first, end } = axis.range(100_000, 100_500, 1)
    expect(end).toBe(first)
    expect(
      new UniformAxis({ count: 0, size: 100, gap: 6, before: 0, after: 0 }).range(0, 500, 1),
    ).toMatchObject({ first: 0, end: 0 })
  })

  it('counts the complete items in a view, at least one', () => {
    expect(axis.countIn(700)).toBe(6)
    expect(axis.countIn(6 * 100 + 5 * 6)).toBe(6)
    expect(axis.countIn(6 * 100 + 5 * 6 - 1)).toBe(5)
    expect(axis.countIn(50)).toBe(1)
  })

  it('places the last of a million items', () => {
    const long = new UniformAxis({ count: 1_000_000, size: 18, gap: 6, before: 12, after: 12 })
    expect(long.range(long.length - 600, long.length, 1).end).toBe(1_000_000)
    expect(long.offsetAt(999_999) + 18).toBe(long.length - 12)
  })
})

describe('renderedIndexes', () => {
  it('lists the items in view', () => {
    expect(renderedIndexes({ first: 4, end: 7 }, 5)).toEqual([4, 5, 6])
  })

  it('keeps the focused item in its order when it is out of view', () => {
    expect(renderedIndexes({ first: 4, end: 7 }, 1)).toEqual([1, 4, 5, 6])
    expect(renderedIndexes({ first: 4, end: 7 }, 7)).toEqual([4, 5, 6, 7])
    expect(renderedIndexes({ first: 4, end: 7 }, 90)).toEqual([4, 5, 6, 90])
  })
})

describe('offsetToReveal', () => {
  const view = { start: 500, end: 1300 }

  it('does not scroll if the item is in view', () => {
    expect(offsetToReveal(view, { start: 500, end: 1300 })).toBe(500)
    expect(offsetToReveal(view, { start: 700, end: 800 })).toBe(500)
  })

  it('scrolls as little as possible', () => {
    expect(offsetToReveal(view, { start: 450, end: 600 })).toBe(450)
    expect(offsetToReveal(view, { start: 1250, end: 1400 })).toBe(600)
  })
})
