import {
  type KeyboardEvent,
  type MouseEvent,
  type FocusEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type PointerEvent,
} from 'react'
import { galleryView } from '../galleryView.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import {
  clickCommand,
  keyCommand,
  type ResultCommand,
  type GridCommand,
  type TileCommand,
  type FocusedTile,
  focusedTileAt,
  focusedIndex,
} from '../core/interaction.ts'
import type { OrganizeCommand } from '../../../widgets/organize/organizeKeys.ts'
import type { JustifiedLayout } from '../core/JustifiedLayout.ts'
import { isWindowBlur } from '../../../ui/isWindowBlur.ts'

/** Actions on a tile, by the id of its result, or by the ids of all results that it stands for. */
export interface TileActions {
  onOpen: (id: string) => void
  /** Selects or deselects a tile, or with `range` the tiles to it from the one selected last, or from `start` if there is none. */
  onSelect: (ids: readonly string[], range: boolean, start?: readonly string[]) => void
  /** Absent if results can't be starred, rated and tagged here. */
  onStar: ((ids: readonly string[], starred: boolean) => void) | undefined
  /** Called with the focused tile. */
  onOrganize: (command: OrganizeCommand, ids: readonly string[], tile: HTMLElement | null) => void
  /** Absent in the trash. */
  onTrash: ((ids: readonly string[]) => void) | undefined
  /** Recalls parameters of the result, shows its details, or opens “Vary…”. */
  onResult: (command: ResultCommand, id: string) => void
}

/** Actions of the grid, whose tiles can be stacks and needn't be loaded. */
export interface GridActions extends TileActions {
  /** Jumps to the first or last result when it isn't loaded yet; with `start`, the selection extends there, from `start` if it is empty. */
  onJump: (to: 'first' | 'last', start?: readonly string[]) => void
}

interface StackActions {
  /** Opens or closes the stack of a result. Returns whether it is in one. */
  onStack: (id: string) => boolean
  /** The results that the tile of a result stands for: all of a closed stack, otherwise only the result. */
  membersOf: (id: string) => readonly string[]
}

export function runTileCommand(
  command: TileCommand,
  target: EventTarget,
  { membersOf, ...actions }: TileActions & Pick<StackActions, 'membersOf'>,
): void {
  switch (command.kind) {
    case 'open':
      return actions.onOpen(command.id)
    case 'select':
      return actions.onSelect(membersOf(command.id), command.range)
    case 'star':
      return actions.onStar?.(membersOf(command.id), command.starred)
    case 'trash':
      return actions.onTrash?.(membersOf(command.id))
    case 'result':
      return actions.onResult(command.command, command.id)
    case 'organize':
      return actions.onOrganize(command.command, membersOf(command.id), tileButtonOf(target))
  }
}

interface CommandOptions {
  tiles: readonly Tile[]
  layout: JustifiedLayout
  viewHeight: number
  hasMore: boolean
  hasPrevious: boolean
  isSelecting: boolean
  focus: TileFocus
  /** Scrolls a tile into view. */
  reveal: (index: number) => void
}

/** Returns the key and click handlers of the grid, which serve all tiles. */
export function useTileCommands(
  { isSelecting, focus, reveal, ...context }: CommandOptions,
  actions: GridActions & StackActions,
) {
  const { tiles } = context
  const { onStar, membersOf } = actions
  const membersAt = (index: number) => {
    const tile = tiles[index]
    return tile ? membersOf(tile.id) : []
  }
  const run = (command: GridCommand, target: EventTarget): void => {
    if (command.kind === 'stack') {
      if (actions.onStack(command.id)) focus.revealNext()
      return
    }
    const start = membersAt(tileIndexOf(target) ?? -1)
    if (command.kind === 'jump') return actions.onJump(command.to, command.extends ? start : undefined)
    if (command.kind !== 'move') return runTileCommand(command, target, actions)
    galleryView.getState().cancelJump()
    focus.requestFocus(command.index)
    reveal(command.index)
    if (command.extends) actions.onSelect(membersAt(command.index), true, start)
  }
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const index = tileIndexOf(event.target)
      if (index === undefined) return
      // Space clicks the star and the badge of a stack, which are buttons.
      if (event.key === ' ' && event.target !== tileButtonOf(event.target)) return
      const command = keyCommand(event, index, { ...context, canOrganize: onStar !== undefined })
      if (!command) return
      event.preventDefault()
      run(command, event.target)
    },
    onClick: (event: MouseEvent) => {
      const index = tileIndexOf(event.target)
      const tile = index === undefined ? undefined : tiles[index]
      if (index === undefined || !tile) return
      if (event.target instanceof Element && event.target.closest('[data-stack]'))
        return void actions.onStack(tile.id)
      const isOnStar = event.target instanceof Element && event.target.closest('[data-star]') !== null
      if (!isOnStar) focus.setIndex(index)
      run(clickCommand(event, tile, { isOnStar, isSelecting }), event.target)
    },
  }
}

interface FocusOptions {
  tiles: readonly { id: string }[]
  /** Id of the tile that shows a result, which may be in a closed stack. */
  shownIdOf: (id: string | undefined) => string | undefined
  /** Tile to scroll to, for example the one in the viewer. */
  shownId: string | undefined
  reveal: (index: number) => void
}

interface TileFocus {
  /** Index of the tile that Tab focuses. */
  index: number
  setIndex: (index: number) => void
  /** Focuses the tile at an index once it is rendered. */
  requestFocus: (index: number) => void
  /** Scrolls the tile that Tab focuses into view after the next render. */
  revealNext: () => void
  onFocus: (event: FocusEvent) => void
  onBlur: (event: FocusEvent) => void
}

/** Roving focus: Tab reaches one tile, arrow keys move from there. */
export function useTileFocus(
  scrollerRef: RefObject<HTMLElement | null>,
  { tiles, shownIdOf, shownId, reveal }: FocusOptions,
): TileFocus {
  const [focused, setFocused] = useState(() => focusedTileAt(0, tiles))
  const requested = useRef<FocusedTile>(undefined)
  const isRevealRequested = useRef(false)
  const hasFocus = useRef(false)
  const index = focusedIndex({ ...focused, id: shownIdOf(focused.id) }, tiles)
  const setIndex = (next: number) => setFocused(focusedTileAt(next, tiles))
  const indexOf = (id: string | undefined) => tiles.findIndex((tile) => tile.id === id)
  const [lastShownId, setLastShownId] = useState<string>()
  if (shownId !== lastShownId) {
    setLastShownId(shownId)
    setIndex(Math.max(0, indexOf(shownId ?? lastShownId)))
  }
  // Only when another tile is shown, because new results must not scroll the view.
  const revealShown = useEffectEvent((id: string) => {
    const tileIndex = indexOf(id)
    if (tileIndex !== -1) reveal(tileIndex)
  })
  const focusCurrent = useEffectEvent(() => {
    if (shownId !== undefined) return
    scrollerRef.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (shownId === undefined) return
    revealShown(shownId)
    // After the viewer has returned the focus.
    return () => void setTimeout(focusCurrent)
  }, [shownId])
  useEffect(() => {
    if (isRevealRequested.current) reveal(index)
    isRevealRequested.current = false
    // The focused tile disappears when it is moved to the trash, or into a stack.
    const isLost = hasFocus.current && document.activeElement === document.body
    if (requested.current ? requested.current !== focused : !isLost) return
    requested.current = undefined
    focusCurrent()
  })
  return {
    index,
    setIndex,
    requestFocus: (target) => {
      requested.current = focusedTileAt(target, tiles)
      setFocused(requested.current)
    },
    revealNext: () => {
      isRevealRequested.current = true
    },
    // Keyboard navigation continues from the focused tile, however it got the focus (a click on its star, a screen reader).
    onFocus: (event) => {
      hasFocus.current = true
      const tileIndex = tileIndexOf(event.target)
      if (tileIndex !== undefined && tiles[tileIndex]?.id !== focused.id) setIndex(tileIndex)
    },
    // Not called when the focused element is removed.
    onBlur: (event) => {
      hasFocus.current = isWindowBlur(event)
    },
  }
}

/** Index of the tile that an event came from. */
export function tileIndexOf(target: EventTarget): number | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-tile-index]') : null
  return tile ? Number(tile.dataset['tileIndex']) : undefined
}

/** The button of the tile that an event came from. */
const tileButtonOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element
    ? (target.closest('[data-tile-index]')?.querySelector<HTMLElement>('[data-index]') ??
      target.closest('button'))
    : null

/** The pointer rests on a video for this long before it plays, in ms. */
const PREVIEW_DELAY_MS = 350

const prefersReducedMotion = (): boolean =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/**
 * Id of the video under the pointer, which plays muted on its tile, and handlers for the grid. With reduced motion none
 * plays.
 */
export function useVideoPreview(tiles: readonly Tile[]) {
  const [id, setId] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hovered = useRef<string>(undefined)
  const hover = (next: string | undefined) => {
    if (next === hovered.current) return
    hovered.current = next
    clearTimeout(timer.current)
    setId(undefined)
    if (next !== undefined) timer.current = setTimeout(() => setId(next), PREVIEW_DELAY_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    id,
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-tile-index]') : null
      const tile = element ? tiles[Number(element.dataset['tileIndex'])] : undefined
      const canPlay = tile?.kind === 'video' && pointerType !== 'touch' && !prefersReducedMotion()
      hover(canPlay ? tile.id : undefined)
    },
    onPointerLeave: () => hover(undefined),
  }
}
