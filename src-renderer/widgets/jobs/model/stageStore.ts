import { create } from 'zustand'

interface StageState {
  /** The job on the stage; null: the newest. */
  selected: string | null
  /** Creation time of the newest job seen: a newer one takes the stage. */
  newest: number
  select: (id: string) => void
  /** Puts a job on the stage that has just been made. */
  arrive: (id: string, createdAt: number) => void
}

export const stageStore = create<StageState>((set) => ({
  selected: null,
  newest: 0,
  select: (id) => set({ selected: id }),
  arrive: (id, createdAt) =>
    set((now) => {
      if (createdAt <= now.newest) return now
      // The first look at the list is no arrival: the stage shows the newest by itself.
      return now.newest === 0 ? { newest: createdAt } : { newest: createdAt, selected: id }
    }),
}))
