import type { GridLayout } from '../layout/GridLayout.ts'

/** Where a key moves to in the grid; undefined when it is no key of movement. */
export const moveOf = (key: string, at: number, layout: GridLayout): number | undefined => {
  switch (key) {
    case 'ArrowLeft':
      return layout.neighbour(at, 'left')
    case 'ArrowRight':
      return layout.neighbour(at, 'right')
    case 'ArrowUp':
      return layout.neighbour(at, 'up')
    case 'ArrowDown':
      return layout.neighbour(at, 'down')
    case 'Home':
      return 0
    case 'End':
      return Math.max(0, layout.count - 1)
    default:
      return undefined
  }
}
