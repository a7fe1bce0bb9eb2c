import { create } from 'zustand'

/** Whether the dialog for a new collection is open. The palette opens it, and closes before it appears. */
export const newCollectionDialog = create<{ isOpen: boolean }>(() => ({ isOpen: false }))
