import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { nextTile } from './focus.ts'
import type { JustifiedLayout } from './JustifiedLayout.ts'

type CommandTile = Pick<Tile, 'id' | 'starredAt'>

/** What a key or a click on a tile does. */
export type TileCommand =
  | { kind: 'open'; id: string }
  /** Selects or deselects the tile, or with `range` the tiles from the one touched last to this one. */
  | { kind: 'select'; id: string; range: boolean }
  | { kind: 'star'; id: string; starred: boolean }
  | { kind: 'trash'; id: string }
  /** Moves the focus. */
  | { kind: 'move'; index: number }
  /** Goes to the newest or oldest result, which isn't loaded. */
  | { kind: 'jump'; to: 'first' | 'last' }

interface Modifiers {
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

interface KeyContext {
  tiles: readonly CommandTile[]
  layout: JustifiedLayout
  hasMore: boolean
  hasNewer: boolean
  canStar: boolean
}

const starCommand = ({ id, starredAt }: CommandTile): TileCommand => ({
  kind: 'star',
  id,
  starred: starredAt === null,
})

/** What a key does on the tile at an index; undefined if the browser should handle it. */
export function keyCommand(
  { key, altKey, ctrlKey, metaKey }: Omit<Modifiers, 'shiftKey'> & { key: string; altKey: boolean },
  index: number,
  { tiles, layout, hasMore, hasNewer, canStar }: KeyContext,
): TileCommand | undefined {
  if (altKey || ctrlKey || metaKey) return undefined
  const tile = tiles[index]
  if (key === 'Delete' && tile) return { kind: 'trash', id: tile.id }
  if (key === 's' && tile && canStar) return starCommand(tile)
  if (key === 'End' && hasMore) return { kind: 'jump', to: 'last' }
  if (key === 'Home' && hasNewer) return { kind: 'jump', to: 'first' }
  const next = nextTile(key, index, layout)
  return next === undefined ? undefined : { kind: 'move', index: next }
}

/** What a click on a tile or on its star does. */
export function clickCommand(
  { ctrlKey, metaKey, shiftKey }: Modifiers,
  tile: CommandTile,
  { isOnStar, isSelecting }: { isOnStar: boolean; isSelecting: boolean },
): TileCommand {
  if (isOnStar) return starCommand(tile)
  if (isSelecting || ctrlKey || metaKey || shiftKey) return { kind: 'select', id: tile.id, range: shiftKey }
  return { kind: 'open', id: tile.id }
}
