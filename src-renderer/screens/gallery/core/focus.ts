import type { JustifiedLayout } from './JustifiedLayout.ts'

interface Item {
  id: string
}

/** The focused tile, and where it was when it got the focus. */
export interface FocusedTile {
  index: number
  id: string | undefined
}

export const focusedTileAt = (index: number, tiles: readonly Item[]): FocusedTile => ({
  index,
  id: tiles[index]?.id,
})

/**
 * Index of the focused tile. It stays the same tile when others are added above it; if it is removed, the next one gets the
 * focus.
 */
export function focusedIndex(focused: FocusedTile, tiles: readonly Item[]): number {
  const isSame = tiles[focused.index]?.id === focused.id
  const found = isSame ? focused.index : tiles.findIndex(({ id }) => id === focused.id)
  return Math.max(0, Math.min(found === -1 ? focused.index : found, tiles.length - 1))
}

/** Index of the tile that a key moves the focus to; undefined for other keys. */
export const nextTile = (key: string, index: number, layout: JustifiedLayout): number | undefined => {
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
