import { create } from 'zustand'

interface SelectedJobState {
  /** Id of the job shown beside the form in Create; null for the newest job. */
  selected: string | null
  /** Creation time of the newest known job; a newer one is selected automatically. */
  newestCreatedAt: number
  select: (id: string) => void
  /** Selects a job if it is newer than all known ones. */
  selectIfNewer: (id: string, createdAt: number) => void
}

/** The job that Create shows; other screens set it before they navigate there. */
export const selectedJobStore = create<SelectedJobState>((set) => ({
  selected: null,
  newestCreatedAt: 0,
  select: (id) => set({ selected: id }),
  selectIfNewer: (id, createdAt) =>
    set((state) => {
      if (createdAt <= state.newestCreatedAt) return state
      // The first load of the list selects nothing, because the newest job is shown anyway.
      const isFirstLoad = state.newestCreatedAt === 0
      return { newestCreatedAt: createdAt, ...(!isFirstLoad && { selected: id }) }
    }),
}))
