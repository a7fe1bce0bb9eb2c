import { create } from 'zustand'

interface StageState {
  /** The job on the stage; null for the newest. */
  selected: string | null
  /** Creation time of the newest known job; a newer one is selected automatically. */
  newest: number
  select: (id: string) => void
  /** Selects a job if it is newer than all known ones. */
  showIfNewer: (id: string, createdAt: number) => void
}

export const stageStore = create<StageState>((set) => ({
  selected: null,
  newest: 0,
  select: (id) => set({ selected: id }),
  showIfNewer: (id, createdAt) =>
    set((state) => {
      if (createdAt <= state.newest) return state
      // The first load of the list selects nothing: the stage shows the newest job anyway.
      return state.newest === 0 ? { newest: createdAt } : { newest: createdAt, selected: id }
    }),
}))
