import { MAX_SELECTED_RESULTS } from '../../../../src-preload/constraints/limits.ts'

/** The selected results of a view, by id: those that aren't loaded stay selected. */
export interface SelectionState {
  /** Whether results are being selected; there may be none yet. */
  isActive: boolean
  ids: ReadonlySet<string>
  /** The results from which a range extends: one, all of a closed stack, or none. */
  anchor: readonly string[]
  /** What is selected besides the range, so that another range from the same anchor replaces it. */
  base: ReadonlySet<string>
  /** Identifies the request for the ids of results that aren't loaded; undefined if none is running. */
  listing?: symbol
}

export const NO_SELECTION: SelectionState = {
  isActive: false,
  ids: new Set(),
  anchor: [],
  base: new Set(),
}

/** Selects a tile's results, or deselects them if all are selected. */
export function toggleSelected({ ids }: SelectionState, tile: readonly string[]): SelectionState {
  const next = new Set(ids)
  if (tile.every((id) => ids.has(id))) for (const id of tile) next.delete(id)
  else for (const id of tile) next.add(id)
  return withIds(next, tile)
}

/**
 * Selects the range from the anchor to a tile, in place of the last range from it. Without an anchor, the range starts at `start`. If
 * either end isn't in `order`, only the tile is added.
 */
export function extendTo(
  { anchor: oldAnchor, base }: SelectionState,
  tile: readonly string[],
  order: readonly string[],
  start: readonly string[] = tile,
): SelectionState {
  const anchor = oldAnchor.length > 0 ? oldAnchor : start
  const isInOrder = contains(order, anchor) && contains(order, tile)
  const ends = [anchor.at(0), anchor.at(-1), tile.at(0), tile.at(-1)].flatMap((id) =>
    id === undefined ? [] : order.indexOf(id),
  )
  const range = isInOrder ? order.slice(Math.min(...ends), Math.max(...ends) + 1) : tile
  return {
    isActive: true,
    ids: limited([...base, ...range]),
    anchor: isInOrder ? anchor : tile,
    base,
  }
}

/** Deselects results that are no longer in the view. */
export function deselect(state: SelectionState, removed: readonly string[]): SelectionState {
  const gone = new Set(removed)
  const rest = (ids: Iterable<string>) => [...ids].filter((id) => !gone.has(id))
  return {
    ...state,
    ids: new Set(rest(state.ids)),
    base: new Set(rest(state.base)),
    anchor: rest(state.anchor),
  }
}

/** Whether a tile's results are in a list. */
export const contains = (order: readonly string[], [first]: readonly string[]): boolean =>
  first !== undefined && order.includes(first)

export const selectAllOf = (ids: readonly string[]): SelectionState => withIds(ids, [])

function withIds(selected: Iterable<string>, anchor: readonly string[]): SelectionState {
  const ids = limited(selected)
  return { isActive: true, ids, anchor, base: ids }
}

const limited = (ids: Iterable<string>): ReadonlySet<string> => {
  const set = new Set(ids)
  return set.size > MAX_SELECTED_RESULTS ? new Set([...set].slice(0, MAX_SELECTED_RESULTS)) : set
}
