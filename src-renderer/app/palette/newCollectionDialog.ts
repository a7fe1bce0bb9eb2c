import { create } from 'zustand'

/** Whether the dialog is open that the palette opens for a new collection. The palette is closed by then. */
export const newCollectionDialog = create<{ isOpen: boolean }>(() => ({ isOpen: false }))
