import { create } from 'zustand'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { PricedDraft } from '../model/usePrice.ts'

export interface EnqueueError {
  /** The `formKey` or the `sentencesKey` of what was clicked. */
  key: string
  problem: Problem
  /** Says how many jobs the click created before it failed, if any. */
  createdJobsText?: string
  /** When the click failed, in ms since the epoch. */
  at: number
}

interface EnqueueErrorState {
  error: EnqueueError | null
  setError: (error: EnqueueError) => void
  clear: () => void
}

/** Why the last click on the run button failed; kept while other screens are shown. */
export const enqueueErrorStore = create<EnqueueErrorState>((set) => ({
  error: null,
  setError: (error) => set({ error }),
  clear: () => set({ error: null }),
}))

/** Identifies what a click sends: a draft and the connection. */
export const formKey = (connectionKey: string, { operation, model, values }: PricedDraft): string =>
  JSON.stringify([connectionKey, operation, model, values])

interface IdenticalJobState {
  /**
   * `key` is the `formKey` of the click with the connection's id. `clicks` counts the clicks in a row that found an
   * identical job.
   */
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
