import type { Cell } from './GridLayout.ts'

/** What a key on a cell does. */
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

/** What a key does on a cell; undefined if the browser should handle it. */
export function cellCommand(
  { key, altKey, ctrlKey, metaKey }: Key,
  from: Cell,
  dimensions: Dimensions,
): CellCommand | undefined {
  if (altKey || metaKey) return undefined
  if (key === 'Enter' || key === ' ') return { kind: 'open', cell: from }
  const target = moveTarget(from, key, ctrlKey, dimensions)
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
  ctrlKey: boolean,
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
      return [0, ctrlKey ? 0 : row]
    case 'End':
      return [columns - 1, ctrlKey ? rows - 1 : row]
    default:
      return undefined
  }
}
