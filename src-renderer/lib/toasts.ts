import { create } from 'zustand'

export interface Toast {
  id: number
  /** One sentence. */
  text: string
  tone: 'plain' | 'error'
  /** `path`: the place that the action goes to; it isn't offered there. */
  action?: { label: string; run: () => void; path?: string }
  /** A new toast with the same key replaces it. */
  key?: string
}

interface Toasts {
  list: Toast[]
  /** Returns the id of the toast. */
  show: (toast: Partial<Omit<Toast, 'id'>> & { text: string }) => number
  dismiss: (id: number) => void
}

/** A new toast replaces the oldest of this many. */
const MAX_TOASTS = 3

let lastId = 0

/** Short messages about something just done, with at most one action (undo). Announced to screen readers too. */
export const toasts = create<Toasts>((set) => ({
  list: [],
  show: (toast) => {
    const id = ++lastId
    set(({ list }) => {
      const kept = list.filter(({ key }) => key === undefined || key !== toast.key)
      return { list: [...kept, { tone: 'plain' as const, ...toast, id }].slice(-MAX_TOASTS) }
    })
    return id
  },
  dismiss: (id) => set(({ list }) => ({ list: list.filter((toast) => toast.id !== id) })),
}))
