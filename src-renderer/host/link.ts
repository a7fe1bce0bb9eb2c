import { create } from 'zustand'

interface Link {
  /** Whether the studio behind the window answers. */
  state: 'up' | 'lost'
  set: (state: 'up' | 'lost') => void
}

export const link = create<Link>((set) => ({
  state: 'up',
  set: (state) => set((now) => (now.state === state ? now : { state })),
}))
