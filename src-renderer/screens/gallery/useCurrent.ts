import { useState } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'

/**
 * The tile with the keyboard focus. It stays the same when tiles are added above it; if it is removed, the next one gets the
 * focus.
 */
export function useCurrent(
  tiles: readonly Tile[],
  first: number,
): [at: number, setAt: (index: number) => void] {
  const [current, setCurrent] = useState({ index: first, id: tiles[first]?.id })
  const same = tiles[current.index]?.id === current.id
  const found = same ? current.index : tiles.findIndex(({ id }) => id === current.id)
  const at = Math.max(0, Math.min(found === -1 ? current.index : found, tiles.length - 1))
  return [at, (index) => setCurrent({ index, id: tiles[index]?.id })]
}
