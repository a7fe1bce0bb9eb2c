import { useState } from 'react'

export interface Selection {
  on: boolean
  ids: ReadonlySet<string>
  begin: () => void
  end: () => void
  toggle: (id: string) => void
  /** Everything between the last one touched and this one, in the order given. */
  extend: (id: string, order: readonly string[]) => void
  all: (ids: readonly string[]) => void
}

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The selected results. */
export function useSelection(): Selection {
  const [on, setOn] = useState(false)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const keep = (next: ReadonlySet<string>, touched?: string) => {
    setOn(true)
    setIds(next)
    setLast(touched)
  }
  return {
    on,
    ids,
    begin: () => setOn(true),
    end: () => {
      setOn(false)
      setIds(new Set())
      setLast(undefined)
    },
    toggle: (id) => keep(toggled(ids, id), id),
    extend: (id, order) => {
      const from = last === undefined ? -1 : order.indexOf(last)
      const to = order.indexOf(id)
      const range = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
      keep(new Set([...ids, ...range]), id)
    },
    all: (order) => keep(new Set(order)),
  }
}
