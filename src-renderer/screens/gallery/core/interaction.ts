import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import {
  galleryCommands,
  organizeCommands,
  resultCommands,
} from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { findCommand } from '../../../lib/keys.ts'
import { findOrganizeCommand, type OrganizeCommand } from '../../../widgets/organize/organizeKeys.ts'
import type { JustifiedLayout } from './JustifiedLayout.ts'

type CommandTile = Pick<Tile, 'id' | 'starredAt'>

export type ResultCommand = Exclude<keyof typeof resultCommands, 'star'>

/** What a key or a click does with a tile, in any layout. */
export type TileCommand =
  | { kind: 'open'; id: string }
  /** Selects or deselects the tile, or with `range` the tiles from the one selected last to this one. */
  | { kind: 'select'; id: string; range: boolean }
  | { kind: 'star'; id: string; starred: boolean }
  | { kind: 'trash'; id: string }
  /** Rates the tile, or opens its tags or note. */
  | { kind: 'organize'; id: string; command: OrganizeCommand }
  /** Recalls parameters of the result, shows its details, or opens “Vary…”. */
  | { kind: 'result'; id: string; command: ResultCommand }

/** What a key or a click on a tile of the grid does. */
export type GridCommand =
  | TileCommand
  /** Opens or closes the stack that the tile is in. */
  | { kind: 'stack'; id: string }
  /** Moves the focus; `extends`: the selection follows it. */
  | { kind: 'move'; index: number; extends: boolean }
  /** Goes to the first or last result, which isn't loaded. */
  | { kind: 'jump'; to: 'first' | 'last'; extends: boolean }

interface KeyPress extends Modifiers {
  key: string
  altKey: boolean
}

interface Modifiers {
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}

interface KeyContext {
  tiles: readonly CommandTile[]
  layout: JustifiedLayout
  /** Height of the view in px, which is what Page Up and Page Down move by. */
  viewHeight: number
  hasMore: boolean
  hasPrevious: boolean
  canOrganize: boolean
}

const starCommand = ({ id, starredAt }: CommandTile): TileCommand => ({
  kind: 'star',
  id,
  starred: starredAt === null,
})

/** What a key does on the tile of the grid at an index; undefined if the browser should handle it. */
export function keyCommand(
  event: KeyPress,
  index: number,
  { tiles, layout, viewHeight, hasMore, hasPrevious, canOrganize }: KeyContext,
): GridCommand | undefined {
  const tile = tiles[index]
  const command = tile && tileKeyCommand(event, tile, canOrganize)
  if (command) return command
  const galleryCommand = findCommand(galleryCommands, event)
  if (tile && galleryCommand === 'stack') return { kind: 'stack', id: tile.id }
  const moves: readonly (string | undefined)[] = ['move', 'page', 'first', 'last', 'extend']
  if (!moves.includes(galleryCommand)) return undefined
  const isExtending = galleryCommand === 'extend'
  if (event.key === 'End' && hasMore) return { kind: 'jump', to: 'last', extends: isExtending }
  if (event.key === 'Home' && hasPrevious) return { kind: 'jump', to: 'first', extends: isExtending }
  const next = nextTile(event.key, index, layout, viewHeight)
  return next === undefined ? undefined : { kind: 'move', index: next, extends: isExtending }
}

/** What a key does with a tile, in any layout. */
export function tileKeyCommand(
  event: KeyPress,
  tile: CommandTile,
  canOrganize: boolean,
): TileCommand | undefined {
  const result = findCommand(resultCommands, event)
  if (result === 'star') return canOrganize ? starCommand(tile) : undefined
  if (result) return { kind: 'result', id: tile.id, command: result }
  if (findCommand(organizeCommands, event) === 'trash') return { kind: 'trash', id: tile.id }
  const command = findOrganizeCommand(event)
  if (command && canOrganize) return { kind: 'organize', id: tile.id, command }
  const galleryCommand = findCommand(galleryCommands, event)
  const isSelecting = galleryCommand === 'select' || (galleryCommand === 'extend' && event.key === ' ')
  return isSelecting ? { kind: 'select', id: tile.id, range: event.shiftKey } : undefined
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
export const nextTile = (
  key: string,
  index: number,
  layout: JustifiedLayout,
  viewHeight: number,
): number | undefined => {
  switch (key) {
    case 'PageUp':
      return layout.neighbourAt(index, -viewHeight)
    case 'PageDown':
      return layout.neighbourAt(index, viewHeight)
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
