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
export function toggled({ ids }: SelectionState, id: string): SelectionState {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { isActive: true, ids: next, lastTouched: id }
}

/** Adds the range from the last touched result to this one; only this one if there is no range. */
export function extended(
  { ids, lastTouched }: SelectionState,
  id: string,
  order: readonly string[],
): SelectionState {
  const from = lastTouched === undefined ? -1 : order.indexOf(lastTouched)
  const to = order.indexOf(id)
  const range = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { isActive: true, ids: new Set([...ids, ...range]), lastTouched: id }
}

export const allSelected = (ids: readonly string[]): SelectionState => ({
  isActive: true,
  ids: new Set(ids),
  lastTouched: undefined,
})
