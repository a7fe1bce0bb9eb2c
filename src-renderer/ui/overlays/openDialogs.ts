import { create } from 'zustand'

interface OpenDialogs {
  /** The topmost one is last; everything else is inert. */
  list: HTMLElement[]
  /** Returns a function that removes it. */
  add: (dialog: HTMLElement) => () => void
}

/** The open modals, so that toasts can be rendered inside the topmost one. */
export const openDialogs = create<OpenDialogs>((set) => ({
  list: [],
  add: (dialog) => {
    set(({ list }) => ({ list: [...list, dialog] }))
    return () => set(({ list }) => ({ list: list.filter((other) => other !== dialog) }))
  },
}))
