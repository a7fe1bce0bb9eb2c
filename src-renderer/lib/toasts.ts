import { create } from 'zustand'

export interface Toast {
  id: number
  /** One sentence. */
  text: string
  tone: 'plain' | 'error'
  action?: { label: string; run: () => void }
}

interface Toasts {
  list: Toast[]
  show: (toast: { text: string; tone?: Toast['tone']; action?: Toast['action'] }) => void
  dismiss: (id: number) => void
}

/** A new toast replaces the oldest of this many. */
const MAX_TOASTS = 3

let lastId = 0

/** Short messages about something just done, with at most one action (undo). Announced to screen readers too. */
export const toasts = create<Toasts>((set) => ({
  list: [],
  show: ({ text, tone = 'plain', action }) =>
    set(({ list }) => ({
      list: [...list, { id: ++lastId, text, tone, ...(action ? { action } : {}) }].slice(-MAX_TOASTS),
    })),
  dismiss: (id) => set(({ list }) => ({ list: list.filter((toast) => toast.id !== id) })),
}))
