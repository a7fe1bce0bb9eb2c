import { describe, expect, it } from 'vitest'
import { ValueScale } from './ValueScale.ts'

const textOf = (value: number | null) => (value === null ? 'None' : `$${value}`)
const scaleOf = (total: number, values: (number | null)[]) =>
  new ValueScale({ total, values }, { label: 'Price', format: textOf, formatShort: textOf })

describe('a scale of values', () => {
  it('has the value of each rank of a short list', () => {
    const scale = scaleOf(4, [9, 5, 5, null])
    expect([-1, 0, 1, 2, 3, 8].map((rank) => scale.textAt(rank))).toEqual([
      '$9',
      '$9',
      '$5',
      '$5',
      'None',
      'None',
    ])
    expect(scaleOf(0, []).textAt(0)).toBe('')
    expect(scaleOf(1, [3]).textAt(0)).toBe('$3')
  })

  it('has the closest known value of each rank of a long list', () => {
    const scale = scaleOf(1001, [100, 75, 50, 25, 0])
    expect([0, 120, 130, 500, 1000].map((rank) => scale.textAt(rank))).toEqual([
      '$100',
      '$100',
      '$75',
      '$50',
      '$0',
    ])
  })

  it('steps by a hundredth and a tenth of all results, at least one, and stops at the ends', () => {
    const scale = scaleOf(1000, [2, 1])
    expect([scale.step(500, 'small', 1), scale.step(500, 'large', -1)]).toEqual([510, 400])
    expect([scale.step(995, 'large', 1), scale.step(3, 'small', -1)]).toEqual([999, 0])
    expect(scaleOf(5, [1, 2]).step(2, 'small', 1)).toBe(3)
  })

  it('names each value where it begins, if there is room', () => {
    const few = scaleOf(
      101,
      Array.from({ length: 101 }, (_, n) => (n < 50 ? 9 : n < 55 ? 5 : n < 100 ? 2 : null)),
    )
    expect(few.marks(1000).map(({ text, kind, y }) => [text, kind, Math.round(y)])).toEqual([
      ['$9', 'major', 0],
      ['$5', 'major', 495],
      ['$2', 'minor', 545],
    ])
    const marks = scaleOf(
      500,
      Array.from({ length: 500 }, (_, n) => n),
    ).marks(600)
    expect(marks.filter(({ kind }) => kind === 'major')).toHaveLength(7)
    const tops = marks.map(({ y }) => y).toSorted((a, b) => a - b)
    for (const [index, y] of tops.slice(1).entries())
      expect(y - (tops[index] ?? 0)).toBeGreaterThanOrEqual(22)
  })
})
