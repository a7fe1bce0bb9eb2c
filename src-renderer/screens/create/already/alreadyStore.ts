import { create } from 'zustand'
import type { PricedDraft } from '../model/usePrice.ts'

/** Identifies a form on a connection. */
export const alreadyKey = (connectionId: string, { operation, model, values }: PricedDraft): string =>
  JSON.stringify([connectionId, operation, model, values])

interface AlreadyState {
  /** The form, and the identical job that its click found. `times`: number of clicks. */
  found: { key: string; jobId: string; times: number } | null
  find: (key: string, jobId: string) => void
  forget: () => void
}

/** The identical job that the last click found; kept while other screens are shown. */
export const alreadyStore = create<AlreadyState>((set) => ({
  found: null,
  find: (key, jobId) => set(({ found }) => ({ found: { key, jobId, times: (found?.times ?? 0) + 1 } })),
  forget: () => set({ found: null }),
}))
