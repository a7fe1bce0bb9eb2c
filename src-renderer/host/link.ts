import { create } from 'zustand'

interface Link {
  /** Whether the studio responds. */
  state: 'up' | 'lost'
  set: (state: 'up' | 'lost') => void
}

export const link = create<Link>((set) => ({
  state: 'up',
  set: (state) => set((now) => (now.state === state ? now : { state })),
}))
