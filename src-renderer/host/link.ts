import { create } from 'zustand'

interface Link {
  /** Whether the studio responds. */
  state: 'up' | 'lost'
  set: (state: 'up' | 'lost') => void
}

/** The connection between the window and the studio. */
export const link = create<Link>((set) => ({
  state: 'up',
  set: (state) => set((old) => (old.state === state ? old : { state })),
}))
