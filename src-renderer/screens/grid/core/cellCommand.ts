import { gridCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { findCommand } from '../../../lib/keys.ts'
import type { Cell } from './GridLayout.ts'

/** What a key does: opens the job of a cell, or moves the focus to a cell. */
export type CellCommand = { kind: 'open'; cell: Cell } | { kind: 'move'; cell: Cell }

interface Key {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

interface Dimensions {
  columns: number
  rows: number
  rowsInView: number
}

/** What a key pressed in the cell `from` does; undefined if the browser should handle it. */
export function cellCommand(event: Key, from: Cell, dimensions: Dimensions): CellCommand | undefined {
  const command = findCommand(gridCommands, event)
  if (command === 'open') return { kind: 'open', cell: from }
  if (command !== 'move' && command !== 'corner') return undefined
  const target = moveTarget(from, event.key, command === 'corner', dimensions)
  if (!target) return undefined
  const [column, row] = target
  return {
    kind: 'move',
    cell: [
      Math.max(0, Math.min(dimensions.columns - 1, column)),
      Math.max(0, Math.min(dimensions.rows - 1, row)),
    ],
  }
}

function moveTarget(
  [column, row]: Cell,
  key: string,
  toCorner: boolean,
  { columns, rows, rowsInView }: Dimensions,
): Cell | undefined {
  switch (key) {
    case 'ArrowLeft':
      return [column - 1, row]
    case 'ArrowRight':
      return [column + 1, row]
    case 'ArrowUp':
      return [column, row - 1]
    case 'ArrowDown':
      return [column, row + 1]
    case 'PageUp':
      return [column, row - rowsInView]
    case 'PageDown':
      return [column, row + rowsInView]
    case 'Home':
      return [0, toCorner ? 0 : row]
    case 'End':
      return [columns - 1, toCorner ? rows - 1 : row]
    default:
      return undefined
  }
}
