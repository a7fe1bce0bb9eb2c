import { MAX_IDS } from '../../../../src-preload/constraints/limits.ts'

/** Selected jobs of the queue, by id: rows that scroll away or aren't loaded stay selected. */
export interface QueueSelection {
  ids: ReadonlySet<string>
  /** The job from which a range extends; null until one was touched. */
  anchor: string | null
  /** The job whose row has the keyboard focus; null until one was touched. */
  active: string | null
}

export const NO_SELECTION: QueueSelection = { ids: new Set(), anchor: null, active: null }

/**
 * How a click or a key changes the selection. `focus`: only moves the focus. `only`: selects one job. `toggle`: adds or
 * removes it. `extend`: selects the range from the anchor instead. `add`, `remove`: adds or removes that range.
 */
export type SelectionChange = 'focus' | 'only' | 'toggle' | 'extend' | 'add' | 'remove'

/** The selection after a change at a job; `order` are the ids of the list, top down. */
export function changeSelection(
  { ids, anchor }: QueueSelection,
  id: string,
  change: SelectionChange,
  order: readonly string[],
): QueueSelection {
  switch (change) {
    case 'focus':
      return { ids, anchor: ids.size === 0 ? id : anchor, active: id }
    case 'only':
      return { ids: new Set([id]), anchor: id, active: id }
    case 'toggle': {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      return { ids: limited(next), anchor: id, active: id }
    }
    case 'extend':
    case 'add':
    case 'remove': {
      const range = rangeOf(order, anchor ?? id, id)
      const removed = new Set(change === 'remove' ? range : [])
      const kept = change === 'extend' ? [] : [...ids].filter((other) => !removed.has(other))
      return {
        ids: limited(change === 'remove' ? kept : [...kept, ...range]),
        anchor: anchor ?? id,
        active: id,
      }
    }
  }
}

/** Selects these jobs, such as all of a batch; the focus stays where it is. */
export const selectIds = (selection: QueueSelection, ids: Iterable<string>): QueueSelection => ({
  ...selection,
  ids: limited(ids),
})

/** The ids from one job to another, inclusive; only the second one if either isn't in the list. */
function rangeOf(order: readonly string[], from: string, to: string): readonly string[] {
  const [first, last] = [order.indexOf(from), order.indexOf(to)]
  if (first === -1 || last === -1) return [to]
  return order.slice(Math.min(first, last), Math.max(first, last) + 1)
}

const limited = (ids: Iterable<string>): ReadonlySet<string> => new Set([...ids].slice(0, MAX_IDS))
