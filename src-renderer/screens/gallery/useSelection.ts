import { useState } from 'react'

export interface Selection {
  isActive: boolean
  ids: ReadonlySet<string>
  begin: () => void
  end: () => void
  toggle: (id: string) => void
  /** Selects the range from the last touched result to this one. */
  extend: (id: string, order: readonly string[]) => void
  selectAll: (ids: readonly string[]) => void
}

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The selected results. */
export function useSelection(): Selection {
  const [isActive, setActive] = useState(false)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [lastTouched, setLastTouched] = useState<string>()
  const update = (next: ReadonlySet<string>, touched?: string) => {
    setActive(true)
    setIds(next)
    setLastTouched(touched)
  }
  return {
    isActive,
    ids,
    begin: () => setActive(true),
    end: () => {
      setActive(false)
      setIds(new Set())
      setLastTouched(undefined)
    },
    toggle: (id) => update(toggled(ids, id), id),
    extend: (id, order) => {
      const from = lastTouched === undefined ? -1 : order.indexOf(lastTouched)
      const to = order.indexOf(id)
      const range = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
      update(new Set([...ids, ...range]), id)
    },
    selectAll: (order) => update(new Set(order)),
  }
}
