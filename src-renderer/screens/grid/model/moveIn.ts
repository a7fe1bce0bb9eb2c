type Place = readonly [column: number, row: number]

/** Where a key leads from a cell; undefined for other keys and at the edge. */
export function moveIn(
  [column, row]: Place,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { columns, rows, inSight }: { columns: number; rows: number; inSight: number },
): Place | undefined {
  const next = target([column, row], key, ctrlKey, { columns, rows, inSight })
  if (!next) return undefined
  const place: Place = [Math.max(0, Math.min(columns - 1, next[0])), Math.max(0, Math.min(rows - 1, next[1]))]
  return place
}

function target(
  [column, row]: Place,
  key: string,
  ctrl: boolean,
  { columns, rows, inSight }: { columns: number; rows: number; inSight: number },
): Place | undefined {
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
      return [column, row - inSight]
    case 'PageDown':
      return [column, row + inSight]
    case 'Home':
      return [0, ctrl ? 0 : row]
    case 'End':
      return [columns - 1, ctrl ? rows - 1 : row]
    default:
      return undefined
  }
}
