import { create } from 'zustand'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

export interface EnqueueError {
  /** Identifies the form and the connection. */
  key: string
  problem: Problem
  /** Text about the other jobs, if there were several. */
  remainder?: string
  /** Ms since the epoch. */
  at: number
}

interface ErrorState {
  error: EnqueueError | null
  setError: (error: EnqueueError) => void
  clear: () => void
}

/** Why the last click failed; kept while other screens are shown. */
export const enqueueErrorStore = create<ErrorState>((set) => ({
  error: null,
  setError: (error) => set({ error }),
  clear: () => set({ error: null }),
}))
