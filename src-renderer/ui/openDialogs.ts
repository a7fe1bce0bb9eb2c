import { create } from 'zustand'

interface OpenDialogs {
  /** The one on top is last: all else cannot be clicked. */
  list: HTMLElement[]
  /** Returns the end of it. */
  add: (dialog: HTMLElement) => () => void
}

/** The modals that are open, so that what must stay in reach can go inside the topmost. */
export const openDialogs = create<OpenDialogs>((set) => ({
  list: [],
  add: (dialog) => {
    set(({ list }) => ({ list: [...list, dialog] }))
    return () => set(({ list }) => ({ list: list.filter((one) => one !== dialog) }))
  },
}))
