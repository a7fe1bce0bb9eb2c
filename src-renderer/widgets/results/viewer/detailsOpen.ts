import { create } from 'zustand'

/** Whether the user last chose to show or hide the details of an opened result; null without a choice. */
export const detailsOpen = create<{ chosen: boolean | null; choose: (isOpen: boolean) => void }>((set) => ({
  chosen: null,
  choose: (chosen) => set({ chosen }),
}))
