import { useState } from 'react'
import { problemOf, showProblem } from '../../../host/problemOf.ts'
import {
  contains,
  deselect,
  extendTo,
  NO_SELECTION,
  selectAllOf,
  type SelectionState,
  toggleSelected,
} from '../core/selection.ts'

export interface Selection extends Pick<SelectionState, 'isActive' | 'ids'> {
  /** Whether ids of results that aren't loaded are being read; the selection changes when they are. */
  isListing: boolean
  begin: () => void
  end: () => void
  /** Deselects results that are removed from the view. */
  deselect: (ids: readonly string[]) => void
  /** Selects or deselects a tile, which is a result or all results of a closed stack. */
  toggle: (tile: readonly string[]) => void
  /** Selects the range from the tile toggled last, or from `start` if there is none, to this one. */
  extend: (tile: readonly string[], start?: readonly string[]) => void
  /** Selects that range to the first or last result of the view. */
  extendToEnd: (end: 'first' | 'last', start: readonly string[]) => void
  /** Selects all results of the view, as far as the maximum allows. */
  selectAll: () => void
}

interface Options {
  /** Identifies the view; the selection is cleared when it changes. */
  viewKey: string
  /** Ids of the loaded results, in the order of the view. */
  loaded: readonly string[]
  /** Whether these are all results of the view. */
  isComplete: boolean
  /** Reads the ids of all results of the view, in its order. */
  listAll: () => Promise<readonly string[]>
}

/** The selected results of a view, with the actions that change the selection. */
export function useSelection({ viewKey, loaded, isComplete, listAll }: Options): Selection {
  const [state, setState] = useState(NO_SELECTION)
  const [lastViewKey, setLastViewKey] = useState(viewKey)
  if (viewKey !== lastViewKey) {
    setLastViewKey(viewKey)
    setState(NO_SELECTION)
  }
  /** Changes the selection once all ids are known, unless it was changed meanwhile. */
  const changeListed = async (
    change: (state: SelectionState, order: readonly string[]) => SelectionState,
  ): Promise<void> => {
    if (isComplete) return setState((old) => change(old, loaded))
    const listing = Symbol('listing')
    setState((old) => ({ ...old, isActive: true, listing }))
    const finish = (next: (old: SelectionState) => SelectionState) =>
      setState((old) => (old.listing === listing ? next(old) : old))
    try {
      const order = await listAll()
      finish((old) => change(old, order))
    } catch (error) {
      finish(({ isActive, ids, anchor, base }) => ({ isActive, ids, anchor, base }))
      if (problemOf(error).code !== 'superseded') showProblem(error)
    }
  }
  return {
    isActive: state.isActive,
    ids: state.ids,
    isListing: state.listing !== undefined,
    begin: () => setState((old) => ({ ...old, isActive: true })),
    end: () => setState(NO_SELECTION),
    deselect: (ids) => setState((old) => deselect(old, ids)),
    toggle: (tile) => setState((old) => toggleSelected(old, tile)),
    extend: (tile, start) => {
      const isLoaded = state.anchor.length === 0 || contains(loaded, state.anchor)
      if (isLoaded) setState((old) => extendTo(old, tile, loaded, start))
      else void changeListed((old, order) => extendTo(old, tile, order, start))
    },
    extendToEnd: (end, start) =>
      void changeListed((old, order) => {
        const last = end === 'first' ? order[0] : order.at(-1)
        return last === undefined ? selectAllOf([]) : extendTo(old, [last], order, start)
      }),
    selectAll: () => void changeListed((_, order) => selectAllOf(order)),
  }
}
