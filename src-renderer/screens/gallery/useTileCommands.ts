import type { KeyboardEvent, MouseEvent } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { clickCommand, keyCommand, type TileCommand } from './core/commands.ts'
import type { JustifiedLayout } from './core/JustifiedLayout.ts'
import { tileIndexOf, type TileFocus } from './useTileFocus.ts'

export interface TileActions {
  /** Jumps to the newest or oldest result, which isn't loaded. */
  onJump: (to: 'first' | 'last') => void
  onOpen: (id: string) => void
  onSelect: (id: string, range: boolean) => void
  /** Absent if results can't be starred here. */
  onStar: ((id: string, starred: boolean) => void) | undefined
  onTrash: (id: string) => void
}

interface Options {
  tiles: readonly Tile[]
  layout: JustifiedLayout
  hasMore: boolean
  hasNewer: boolean
  isSelecting: boolean
  focus: TileFocus
  reveal: (index: number) => void
}

/** Returns the key and click handlers of the grid, which serve all tiles. */
export function useTileCommands({ isSelecting, focus, reveal, ...context }: Options, actions: TileActions) {
  const { tiles } = context
  const { onStar } = actions
  const run = (command: TileCommand): void => {
    switch (command.kind) {
      case 'open':
        return actions.onOpen(command.id)
      case 'select':
        return actions.onSelect(command.id, command.range)
      case 'star':
        return onStar?.(command.id, command.starred)
      case 'trash':
        focus.requestFocus()
        return actions.onTrash(command.id)
      case 'jump':
        return actions.onJump(command.to)
      case 'move':
        focus.requestFocus()
        focus.setIndex(command.index)
        return reveal(command.index)
    }
  }
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const index = tileIndexOf(event.target)
      if (index === undefined) return
      const command = keyCommand(event, index, { ...context, canStar: onStar !== undefined })
      if (!command) return
      event.preventDefault()
      run(command)
    },
    onClick: (event: MouseEvent) => {
      const index = tileIndexOf(event.target)
      const tile = index === undefined ? undefined : tiles[index]
      if (index === undefined || !tile) return
      const isOnStar = event.target instanceof Element && event.target.closest('[data-star]') !== null
      if (!isOnStar) focus.setIndex(index)
      run(clickCommand(event, tile, { isOnStar, isSelecting }))
    },
  }
}
