import { describe, expect, it } from 'vitest'
import { makeTile } from '../testing/makeTile.ts'
import { daysOf, groupByDay, layOutTiles } from './tileLayout.ts'

const timeAt = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime()

describe('groupByDay', () => {
  it('splits at local midnight, not at 24 hours', () => {
    const sections = groupByDay([timeAt(20, 0, 1), timeAt(19, 23, 59), timeAt(19, 0, 0), timeAt(17, 12)])
    expect(sections.map(({ start, count }) => [start, count])).toEqual([
      [0, 1],
      [1, 2],
      [3, 1],
    ])
    expect(sections[1]?.day).toBe(timeAt(19, 0))
  })

  it('does not split a day in which the clock went back', () => {
    expect(groupByDay([timeAt(20, 9), timeAt(20, 11), timeAt(20, 10)])).toHaveLength(1)
  })

  it('has no sections without times', () => {
    expect(groupByDay([])).toEqual([])
  })
})

describe('layOutTiles', () => {
  const layOut = (tiles: Parameters<typeof layOutTiles>[0]) => layOutTiles(tiles, daysOf(tiles), 1000, 200)

  it('starts each day on a new row below its heading', () => {
    const tiles = [timeAt(20, 9), timeAt(20, 8), timeAt(19, 8)].map((createdAt) =>
      makeTile({ id: String(createdAt), createdAt }),
    )
    const layout = layOut(tiles)
    expect(layout.box(1).y).toBe(layout.box(0).y)
    expect(layout.box(2)).toMatchObject({ x: 0 })
    expect(layout.sections(0, layout.height)).toHaveLength(2)
  })

  it('crops extreme aspect ratios, and gives results without dimensions a usual one', () => {
    const widthOf = (width: number | null, height: number | null) =>
      layOut([makeTile({ id: 'a', width, height })]).box(0).width
    expect(widthOf(4000, 100)).toBe(600)
    expect(widthOf(100, 4000)).toBe(100)
    expect(widthOf(null, null)).toBe(280)
    expect(widthOf(0, 0)).toBe(280)
  })
})
