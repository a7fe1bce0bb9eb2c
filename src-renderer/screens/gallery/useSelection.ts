import { useState } from 'react'

export interface Selection extends Pick<SelectionState, 'isActive' | 'ids'> {
  begin: () => void
  end: () => void
  toggle: (id: string) => void
  /** Selects the range from the last touched result to this one. */
  extend: (id: string, order: readonly string[]) => void
  selectAll: (ids: readonly string[]) => void
}

/** The selected results. */
export function useSelection(): Selection {
  const [state, setState] = useState(NO_SELECTION)
  return {
    isActive: state.isActive,
    ids: state.ids,
    begin: () => setState((old) => ({ ...old, isActive: true })),
    end: () => setState(NO_SELECTION),
    toggle: (id) => setState((old) => toggleSelected(old, id)),
    extend: (id, order) => setState((old) => extendTo(old, id, order)),
    selectAll: (order) => setState(selectAllOf(order)),
  }
}

/** The selected results. */
export interface SelectionState {
  /** Whether results are being selected; there may be none yet. */
  isActive: boolean
  ids: ReadonlySet<string>
  /** The result touched last, from which a range extends. */
  lastTouched: string | undefined
}

export const NO_SELECTION: SelectionState = { isActive: false, ids: new Set(), lastTouched: undefined }

/** Selects a result, or deselects it. */
export function toggleSelected({ ids }: SelectionState, id: string): SelectionState {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { isActive: true, ids: next, lastTouched: id }
}

/** Adds the range from the last touched result to this one; only this one if there is no range. */
export function extendTo(
  { ids, lastTouched }: SelectionState,
  id: string,
  order: readonly string[],
): SelectionState {
  const from = lastTouched === undefined ? -1 : order.indexOf(lastTouched)
  const to = order.indexOf(id)
  const range = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { isActive: true, ids: new Set([...ids, ...range]), lastTouched: id }
}

export const selectAllOf = (ids: readonly string[]): SelectionState => ({
  isActive: true,
  ids: new Set(ids),
  lastTouched: undefined,
})
