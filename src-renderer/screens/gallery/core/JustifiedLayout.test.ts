import { describe, expect, it } from 'vitest'
import { JustifiedLayout } from './JustifiedLayout.ts'

const computeLayout = (ratios: number[], starts = [0], width = 1000, rowHeight = 200) =>
  new JustifiedLayout({
    ratios: Float32Array.from(ratios),
    sectionStarts: Int32Array.from(starts),
    width,
    rowHeight,
    gap: 6,
    headingHeight: 40,
  })

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => [1, 1.33, 0.5, 3, 0.75, 1.78][i % 6] ?? 1)

describe('JustifiedLayout', () => {
  it('justifies every row except the last of a section', () => {
    const layout = computeLayout(many(200))
    const edges = new Map<number, number>()
    for (let tile = 0; tile < 200; tile++) {
      const box = layout.box(tile)
      edges.set(box.y, Math.max(edges.get(box.y) ?? 0, box.x + box.width))
    }
    const full = [...edges.values()].slice(0, -1)
    expect(full.length).toBeGreaterThan(10)
    expect(new Set(full)).toEqual(new Set([1000]))
  })

  it('keeps row heights close to the target', () => {
    const layout = computeLayout(many(200))
    for (let tile = 0; tile < 200; tile++) {
      expect(layout.box(tile).height).toBeGreaterThan(120)
      expect(layout.box(tile).height).toBeLessThan(320)
    }
  })

  it('never overlaps tiles', () => {
    const layout = computeLayout(many(120), [0, 7, 8, 60])
    for (let tile = 1; tile < 120; tile++) {
      const before = layout.box(tile - 1)
      const box = layout.box(tile)
      const beside = box.y === before.y && box.x === before.x + before.width + 6
      const below = box.x === 0 && box.y >= before.y + before.height + 6
      expect(beside || below).toBe(true)
    }
  })

  it('does not stretch a single tile', () => {
    expect(computeLayout([1]).box(0)).toEqual({ x: 0, y: 40, width: 200, height: 200 })
  })

  it('scales a wide tile down to a narrow view', () => {
    const box = computeLayout([3, 3], [0], 280).box(0)
    expect(box.width).toBe(280)
    expect(box.height).toBe(93)
  })

  it('starts each section on a new row below its heading', () => {
    const layout = computeLayout(many(20), [0, 3, 10])
    const sections = layout.sections(0, layout.height)
    expect(sections.map(({ section }) => section)).toEqual([0, 1, 2])
    expect(layout.box(3)).toMatchObject({ x: 0, y: (sections[1]?.top ?? 0) + 40 })
    expect(layout.box(10)).toMatchObject({ x: 0, y: (sections[2]?.top ?? 0) + 40 })
  })

  it('finds exactly the tiles that overlap a range', () => {
    const layout = computeLayout(many(300), [0, 50, 51, 140])
    for (const top of [0, 39, 777, 2500, layout.height - 300]) {
      const { first, end } = layout.range(top, top + 600)
      const touching = Array.from({ length: 300 }, (_, tile) => tile).filter((tile) => {
        const { y, height } = layout.box(tile)
        return y + height >= top && y <= top + 600
      })
      expect([first, end - 1]).toEqual([touching[0], touching.at(-1)])
    }
  })

  it('finds nothing in an empty grid', () => {
    expect(computeLayout([], []).range(0, 900)).toEqual({ first: 0, end: 0 })
    expect(computeLayout([], []).height).toBe(0)
  })

  it('moves up and down to the tile with the nearest centre, across sections', () => {
    const layout = computeLayout([1, 1, 1, 1, 1, 1, 1, 1], [0, 5])
    expect(layout.neighbour(1, 'down')).toBe(6)
    expect(layout.neighbour(4, 'down')).toBe(7)
    expect(layout.neighbour(6, 'up')).toBe(1)
  })

  it('stays at the same tile at the edges', () => {
    const layout = computeLayout([1, 1, 1], [0])
    expect(layout.neighbour(0, 'left')).toBe(0)
    expect(layout.neighbour(0, 'up')).toBe(0)
    expect(layout.neighbour(2, 'right')).toBe(2)
    expect(layout.neighbour(2, 'down')).toBe(2)
  })

  it('lays out a hundred thousand tiles with the last one inside its height', () => {
    const layout = computeLayout(many(100_000))
    const { y, height } = layout.box(99_999)
    expect(y + height).toBeLessThanOrEqual(layout.height)
    expect(layout.range(layout.height - 500, layout.height).end).toBe(100_000)
  })
})
