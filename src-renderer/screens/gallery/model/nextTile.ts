import type { GridLayout } from '../layout/GridLayout.ts'

/** Index of the tile that a key moves to; undefined for other keys. */
export const nextTile = (key: string, index: number, layout: GridLayout): number | undefined => {
  switch (key) {
    case 'ArrowLeft':
      return layout.neighbour(index, 'left')
    case 'ArrowRight':
      return layout.neighbour(index, 'right')
    case 'ArrowUp':
      return layout.neighbour(index, 'up')
    case 'ArrowDown':
      return layout.neighbour(index, 'down')
    case 'Home':
      return 0
    case 'End':
      return Math.max(0, layout.count - 1)
    default:
      return undefined
  }
}
