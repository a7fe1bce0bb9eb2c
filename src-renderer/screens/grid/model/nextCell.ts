type Cell = readonly [column: number, row: number]

/** The cell that a key moves the focus to; undefined for other keys. */
export function nextCell(
  [column, row]: Cell,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { columns, rows, rowsInView }: { columns: number; rows: number; rowsInView: number },
): Cell | undefined {
  const unclamped = target([column, row], key, ctrlKey, { columns, rows, rowsInView })
  if (!unclamped) return undefined
  const moved: Cell = [
    Math.max(0, Math.min(columns - 1, unclamped[0])),
    Math.max(0, Math.min(rows - 1, unclamped[1])),
  ]
  return moved
}

function target(
  [column, row]: Cell,
  key: string,
  ctrl: boolean,
  { columns, rows, rowsInView }: { columns: number; rows: number; rowsInView: number },
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
      return [0, ctrl ? 0 : row]
    case 'End':
      return [columns - 1, ctrl ? rows - 1 : row]
    default:
      return undefined
  }
}
