import { create } from 'zustand'
import type { PricedDraft } from '../model/usePrice.ts'

/** Where one form stands: the same again is the same click of the same form on the same connection. */
export const alreadyKey = (connectionId: string, { operation, model, values }: PricedDraft): string =>
  JSON.stringify([connectionId, operation, model, values])

interface AlreadyState {
  /** The form a click found its same for, and the job that is it. `times`: how often it was clicked. */
  found: { key: string; jobId: string; times: number } | null
  find: (key: string, jobId: string) => void
  forget: () => void
}

/** What the last press found there already; outlives a walk to another screen and back. */
export const alreadyStore = create<AlreadyState>((set) => ({
  found: null,
  find: (key, jobId) => set(({ found }) => ({ found: { key, jobId, times: (found?.times ?? 0) + 1 } })),
  forget: () => set({ found: null }),
}))
