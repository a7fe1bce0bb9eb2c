import { expect, test } from 'vitest'
import { cellCommand } from './cellCommand.ts'

const dimensions = { columns: 60, rows: 50, rowsInView: 6 }
const press = (key: string, modifiers: Partial<Record<'altKey' | 'ctrlKey' | 'metaKey', boolean>> = {}) =>
  cellCommand({ key, altKey: false, ctrlKey: false, metaKey: false, ...modifiers }, [5, 10], dimensions)

test.each([
  ['ArrowLeft', [4, 10]],
  ['ArrowRight', [6, 10]],
  ['ArrowUp', [5, 9]],
  ['ArrowDown', [5, 11]],
  ['PageUp', [5, 4]],
  ['PageDown', [5, 16]],
  ['Home', [0, 10]],
  ['End', [59, 10]],
])('%s moves from column 5, row 10 to %j', (key, cell) => {
  expect(press(key)).toEqual({ kind: 'move', cell })
})

test('Ctrl+Home and Ctrl+End move to the corners', () => {
  expect(press('Home', { ctrlKey: true })).toEqual({ kind: 'move', cell: [0, 0] })
  expect(press('End', { ctrlKey: true })).toEqual({ kind: 'move', cell: [59, 49] })
  expect(press('End', { metaKey: true })).toEqual({ kind: 'move', cell: [59, 49] })
})

test('moves stop at the edges', () => {
  const key = { altKey: false, ctrlKey: false, metaKey: false }
  expect(cellCommand({ ...key, key: 'ArrowLeft' }, [0, 0], dimensions)).toEqual({
    kind: 'move',
    cell: [0, 0],
  })
  expect(cellCommand({ ...key, key: 'PageDown' }, [59, 47], dimensions)).toEqual({
    kind: 'move',
    cell: [59, 49],
  })
})

test('Enter and Space open the cell', () => {
  expect(press('Enter')).toEqual({ kind: 'open', cell: [5, 10] })
  expect(press(' ')).toEqual({ kind: 'open', cell: [5, 10] })
})

test('other keys, and those with Alt or Meta, are left to the browser', () => {
  expect(press('a')).toBeUndefined()
  expect(press('Tab')).toBeUndefined()
  expect(press('ArrowLeft', { altKey: true })).toBeUndefined()
  expect(press('Enter', { metaKey: true })).toBeUndefined()
})
