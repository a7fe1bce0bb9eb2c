import { useState } from 'react'
import { allSelected, extended, NO_SELECTION, type SelectionState, toggled } from './core/selection.ts'

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
    toggle: (id) => setState((old) => toggled(old, id)),
    extend: (id, order) => setState((old) => extended(old, id, order)),
    selectAll: (order) => setState(allSelected(order)),
  }
}
