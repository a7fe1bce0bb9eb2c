import { create } from 'zustand'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

export interface Refused {
  /** Where the form stood, and what it would have been sent with. */
  key: string
  problem: Problem
  /** What became of the rest, where it was more than one. */
  rest?: string
  /** Ms since the epoch. */
  at: number
}

interface RefusalState {
  refused: Refused | null
  refuse: (refused: Refused) => void
  forget: () => void
}

/** Why the last click failed; kept while other screens are shown. */
export const refusalStore = create<RefusalState>((set) => ({
  refused: null,
  refuse: (refused) => set({ refused }),
  forget: () => set({ refused: null }),
}))
