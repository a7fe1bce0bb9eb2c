import { useState } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import type { JustifiedLayout } from './layout/JustifiedLayout.ts'

/**
 * The tile with the keyboard focus. It stays the same when tiles are added above it; if it is removed, the next one gets the
 * focus.
 */
export function useFocusedTile(
  tiles: readonly Tile[],
  first: number,
): [index: number, setIndex: (index: number) => void] {
  const [focused, setFocused] = useState({ index: first, id: tiles[first]?.id })
  const isSame = tiles[focused.index]?.id === focused.id
  const found = isSame ? focused.index : tiles.findIndex(({ id }) => id === focused.id)
  const index = Math.max(0, Math.min(found === -1 ? focused.index : found, tiles.length - 1))
  return [index, (next) => setFocused({ index: next, id: tiles[next]?.id })]
}

/** Index of the tile that a key moves to; undefined for other keys. */
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
