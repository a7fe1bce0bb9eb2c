import { expect, test } from 'vitest'
import { clickCommand, keyCommand } from './interaction.ts'
import { JustifiedLayout } from './JustifiedLayout.ts'

const tiles = [
  { id: 'a', starredAt: null },
  { id: 'b', starredAt: 1 },
  { id: 'c', starredAt: null },
]
const layout = new JustifiedLayout({
  ratios: new Float32Array(3).fill(1),
  sectionStarts: Int32Array.of(0),
  width: 1000,
  rowHeight: 200,
  gap: 6,
  headingHeight: 44,
})
const context = { tiles, layout, viewHeight: 800, hasMore: false, hasPrevious: false, canOrganize: true }
const noModifiers = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
const press = (key: string, index: number, overrides: Partial<typeof context> = {}) =>
  keyCommand({ ...noModifiers, key }, index, { ...context, ...overrides })

test('Delete moves the tile to the trash', () => {
  expect(press('Delete', 1)).toEqual({ kind: 'trash', id: 'b' })
  expect(press('Delete', 9)).toBeUndefined()
})

test('S stars a tile or removes its star, where results can be starred', () => {
  expect(press('s', 0)).toEqual({ kind: 'star', id: 'a', starred: true })
  expect(press('s', 1)).toEqual({ kind: 'star', id: 'b', starred: false })
  expect(press('s', 0, { canOrganize: false })).toBeUndefined()
})

test('End and Home jump to the last and first result if it is not loaded, otherwise they move to the tile', () => {
  expect(press('End', 0, { hasMore: true })).toEqual({ kind: 'jump', to: 'last', extends: false })
  expect(press('Home', 2, { hasPrevious: true })).toEqual({ kind: 'jump', to: 'first', extends: false })
  expect(press('End', 0, { hasPrevious: true })).toEqual({ kind: 'move', index: 2, extends: false })
  expect(press('Home', 2, { hasMore: true })).toEqual({ kind: 'move', index: 0, extends: false })
})

test('arrow keys move the focus', () => {
  expect(press('ArrowRight', 1)).toEqual({ kind: 'move', index: 2, extends: false })
})

test('Page Up and Page Down move the focus by a view, in the same column, and stop at the ends', () => {
  const long = new JustifiedLayout({
    ratios: new Float32Array(100).fill(1),
    sectionStarts: Int32Array.of(0),
    width: 1000,
    rowHeight: 200,
    gap: 0,
    headingHeight: 44,
  })
  const many = {
    layout: long,
    tiles: Array.from({ length: 100 }, (_, n) => ({ id: `${n}`, starredAt: null })),
  }
  // Five tiles in a row, four rows in a view.
  expect(press('PageDown', 1, many)).toEqual({ kind: 'move', index: 21, extends: false })
  expect(press('PageUp', 43, many)).toEqual({ kind: 'move', index: 23, extends: false })
  expect(press('PageUp', 11, many)).toEqual({ kind: 'move', index: 1, extends: false })
  expect(press('PageDown', 92, many)).toEqual({ kind: 'move', index: 97, extends: false })
  // A view that is lower than a row.
  expect(press('PageDown', 1, { ...many, viewHeight: 100 })).toEqual({
    kind: 'move',
    index: 6,
    extends: false,
  })
})

test('with Shift, the keys that move the focus extend the selection', () => {
  const pressShift = (key: string, overrides: Partial<typeof context> = {}) =>
    keyCommand({ ...noModifiers, shiftKey: true, key }, 1, { ...context, ...overrides })
  expect(pressShift('ArrowRight')).toEqual({ kind: 'move', index: 2, extends: true })
  expect(pressShift('Home')).toEqual({ kind: 'move', index: 0, extends: true })
  expect(pressShift('PageDown')).toMatchObject({ kind: 'move', extends: true })
  expect(pressShift('End', { hasMore: true })).toEqual({ kind: 'jump', to: 'last', extends: true })
})

test('Space selects or deselects the tile, and with Shift the range to it', () => {
  expect(press(' ', 1)).toEqual({ kind: 'select', id: 'b', range: false })
  expect(keyCommand({ ...noModifiers, shiftKey: true, key: ' ' }, 1, context)).toEqual({
    kind: 'select',
    id: 'b',
    range: true,
  })
})

test('other keys and shortcuts are left to the browser', () => {
  expect(press('Enter', 0)).toBeUndefined()
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey'])
    expect(keyCommand({ ...noModifiers, [modifier]: true, key: 'ArrowRight' }, 0, context)).toBeUndefined()
})

const [tile] = tiles
const click = (modifiers: Partial<typeof noModifiers> = {}, { isOnStar = false, isSelecting = false } = {}) =>
  tile && clickCommand({ ...noModifiers, ...modifiers }, tile, { isOnStar, isSelecting })

test('a click opens a tile; with Ctrl or while selecting it selects, with Shift it selects a range', () => {
  expect(click()).toEqual({ kind: 'open', id: 'a' })
  expect(click({ ctrlKey: true })).toEqual({ kind: 'select', id: 'a', range: false })
  expect(click({ metaKey: true })).toEqual({ kind: 'select', id: 'a', range: false })
  expect(click({ shiftKey: true })).toEqual({ kind: 'select', id: 'a', range: true })
  expect(click({}, { isSelecting: true })).toEqual({ kind: 'select', id: 'a', range: false })
})

test('a click on the star stars the tile, also while selecting', () => {
  expect(click({ ctrlKey: true }, { isOnStar: true, isSelecting: true })).toEqual({
    kind: 'star',
    id: 'a',
    starred: true,
  })
})
