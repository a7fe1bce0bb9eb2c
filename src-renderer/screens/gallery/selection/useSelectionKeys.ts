import type { RefObject } from 'react'
import {
  organizeCommands,
  resultCommands,
  selectionCommands,
} from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import type { ResultCommand } from '../core/interaction.ts'
import type { SelectedTiles } from '../core/selectedTiles.ts'
import type { TileActions } from '../grid/useTileInteraction.ts'

interface Options {
  bar: RefObject<HTMLElement | null>
  /** Where the tags and the note are shown. */
  anchor: RefObject<HTMLElement | null>
  selected: SelectedTiles
  actions: TileActions
  /** Ends the selection. */
  onEnd: () => void
}

/** The keys of the selected results, wherever the focus is on the screen. A focused tile handles its keys first. */
export function useSelectionKeys({ bar, anchor, selected, actions, onEnd }: Options): void {
  const { ids, areAllStarred } = selected
  const [first] = ids
  const only = ids.length === 1 ? first : undefined
  const { onStar, onTrash, onOrganize, onResult } = actions
  const canOrganize = onStar !== undefined && first !== undefined
  const result = (command: ResultCommand) => only !== undefined && (() => onResult(command, only))
  useShortcuts('full', bar, selectionCommands, {
    clear: onEnd,
    // The button that compares handles it.
    compare: undefined,
  })
  useShortcuts('full', bar, organizeCommands, {
    rate: canOrganize && ((key) => onOrganize({ kind: 'rate', rating: Number(key) }, ids, anchor.current)),
    tags: canOrganize && (() => onOrganize({ kind: 'tags' }, ids, anchor.current)),
    note: canOrganize && only !== undefined && (() => onOrganize({ kind: 'note' }, ids, anchor.current)),
    trash: first !== undefined && onTrash && (() => onTrash(ids)),
  })
  useShortcuts('full', bar, resultCommands, {
    star: canOrganize && (() => onStar(ids, areAllStarred !== true)),
    info: result('info'),
    again: result('again'),
    recallAll: result('recallAll'),
    remix: result('remix'),
    recallPrompt: result('recallPrompt'),
    recallSeed: result('recallSeed'),
    recallSize: result('recallSize'),
  })
}
