import { expect, test } from 'vitest'
import { focusedTileAt, focusedIndex, nextTile } from './interaction.ts'
import { JustifiedLayout } from './JustifiedLayout.ts'

const tiles = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const layout = new JustifiedLayout({
  ratios: new Float32Array(8).fill(1),
  sectionStarts: Int32Array.of(0, 5),
  width: 1000,
  rowHeight: 200,
  gap: 6,
  headingHeight: 44,
})

test('the same tile keeps the focus when others are added above it or removed', () => {
  const focused = focusedTileAt(2, tiles)
  expect(focusedIndex(focused, tiles)).toBe(2)
  expect(focusedIndex(focused, [{ id: 'new' }, ...tiles])).toBe(3)
  expect(focusedIndex(focused, tiles.slice(1))).toBe(1)
})

test('the focus moves from a removed tile to the next one, or to the last one if there is no next', () => {
  const without = (id: string) => tiles.filter((tile) => tile.id !== id)
  expect(without('b')[focusedIndex(focusedTileAt(1, tiles), without('b'))]?.id).toBe('c')
  expect(without('d')[focusedIndex(focusedTileAt(3, tiles), without('d'))]?.id).toBe('c')
  expect(focusedIndex(focusedTileAt(3, tiles), [])).toBe(0)
})

test('arrow keys move to the adjacent tile, Home and End to the first and last', () => {
  expect(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => nextTile(key, 1, layout, 800)),
  ).toEqual([0, 2, 1, 6])
  expect([nextTile('Home', 5, layout, 800), nextTile('End', 5, layout, 800)]).toEqual([0, 7])
  expect(nextTile('Enter', 5, layout, 800)).toBeUndefined()
})
