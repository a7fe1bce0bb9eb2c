import { create } from 'zustand'

/** Whether the details of an opened result are shown, as the user chose last; null until then. */
export const detailsOpen = create<{ chosen: boolean | null; choose: (isOpen: boolean) => void }>((set) => ({
  chosen: null,
  choose: (chosen) => set({ chosen }),
}))
