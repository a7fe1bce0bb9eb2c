import { describe, expect, it } from 'vitest'
import { makeTile } from '../testing/makeTile.ts'
import { daysOf, groupByDay, layOutTiles, wholeSection } from './tileLayout.ts'

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
  const layOut = (tiles: Parameters<typeof layOutTiles>[0]) =>
    layOutTiles(tiles, daysOf(tiles), { width: 1000, rowHeight: 200, shape: 'justified', hasHeadings: true })

  it('starts each day on a new row below its heading', () => {
    const tiles = [timeAt(20, 9), timeAt(20, 8), timeAt(19, 8)].map((createdAt) =>
      makeTile({ id: String(createdAt), createdAt }),
    )
    const layout = layOut(tiles)
    expect(layout.box(1).y).toBe(layout.box(0).y)
    expect(layout.box(2)).toMatchObject({ x: 0 })
    expect(layout.sections(0, layout.height)).toHaveLength(2)
  })

  it('crops extreme aspect ratios, and gives results without dimensions the default one', () => {
    const widthOf = (width: number | null, height: number | null) =>
      layOut([makeTile({ id: 'a', width, height })]).box(0).width
    expect(widthOf(4000, 100)).toBe(600)
    expect(widthOf(100, 4000)).toBe(100)
    expect(widthOf(null, null)).toBe(280)
    expect(widthOf(0, 0)).toBe(280)
  })

  it('makes square tiles of one size, also in a last row with fewer of them', () => {
    const tiles = [4000, 1000, 300, 1000, 1000, 2000, 100].map((width, index) =>
      makeTile({ id: String(index), width, height: 1000 }),
    )
    const layout = layOutTiles(tiles, daysOf(tiles), {
      width: 1000,
      rowHeight: 200,
      shape: 'square',
      hasHeadings: true,
    })
    const sizes = tiles.map((_, index) => layout.box(index))
    expect(sizes.map(({ y }) => y)).toEqual([44, 44, 44, 44, 44, 44 + 201, 44 + 201])
    for (const { width, height } of sizes) {
      expect(height).toBe(195)
      expect(Math.abs(width - height)).toBeLessThanOrEqual(1)
    }
  })

  it('has one section without a heading where tiles are not sorted by date', () => {
    const tiles = [timeAt(20, 9), timeAt(12, 8)].map((createdAt) =>
      makeTile({ id: String(createdAt), createdAt }),
    )
    const layout = layOutTiles(tiles, wholeSection(tiles), {
      width: 1000,
      rowHeight: 200,
      shape: 'justified',
      hasHeadings: false,
    })
    expect(layout.box(1).y).toBe(layout.box(0).y)
    expect(layout.sections(0, layout.height)).toHaveLength(1)
    expect(wholeSection([])).toEqual([])
  })
})
