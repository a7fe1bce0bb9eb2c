import { create } from 'zustand'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { PricedDraft } from './usePrice.ts'

export interface EnqueueError {
  /** Identifies the form and the connection. */
  key: string
  problem: Problem
  /** Text about the other jobs, if there were several. */
  remainder?: string
  /** Ms since the epoch. */
  at: number
}

interface EnqueueErrorState {
  error: EnqueueError | null
  setError: (error: EnqueueError) => void
  clear: () => void
}

/** Why the last click failed; kept while other screens are shown. */
export const enqueueErrorStore = create<EnqueueErrorState>((set) => ({
  error: null,
  setError: (error) => set({ error }),
  clear: () => set({ error: null }),
}))

/** Identifies a form on a connection. */
export const formKey = (connectionId: string, { operation, model, values }: PricedDraft): string =>
  JSON.stringify([connectionId, operation, model, values])

interface IdenticalJobState {
  /** Key of the form and the identical job found by a click; `clicks` counts them. */
  match: { key: string; jobId: string; clicks: number } | null
  setMatch: (key: string, jobId: string) => void
  clear: () => void
}

/** The identical job that the last click found; kept while other screens are shown. */
export const identicalJobStore = create<IdenticalJobState>((set) => ({
  match: null,
  setMatch: (key, jobId) => set(({ match }) => ({ match: { key, jobId, clicks: (match?.clicks ?? 0) + 1 } })),
  clear: () => set({ match: null }),
}))
