type Cell = readonly [column: number, row: number]

interface Dimensions {
  columns: number
  rows: number
  rowsInView: number
}

/** The cell that a key moves the focus to; undefined for other keys. */
export function nextCell(
  from: Cell,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  dimensions: Dimensions,
): Cell | undefined {
  const target = unclamped(from, key, ctrlKey, dimensions)
  if (!target) return undefined
  return [
    Math.max(0, Math.min(dimensions.columns - 1, target[0])),
    Math.max(0, Math.min(dimensions.rows - 1, target[1])),
  ]
}

function unclamped(
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
