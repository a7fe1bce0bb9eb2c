import { create } from 'zustand'
import type { PricedDraft } from '../model/usePrice.ts'

/** Identifies a form on a connection. */
export const formKey = (connectionId: string, { operation, model, values }: PricedDraft): string =>
  JSON.stringify([connectionId, operation, model, values])

interface AlreadyState {
  /** Key of the form and the identical job found by a click; `clicks` counts them. */
  match: { key: string; jobId: string; clicks: number } | null
  setMatch: (key: string, jobId: string) => void
  clear: () => void
}

/** The identical job that the last click found; kept while other screens are shown. */
export const identicalJobStore = create<AlreadyState>((set) => ({
  match: null,
  setMatch: (key, jobId) => set(({ match }) => ({ match: { key, jobId, clicks: (match?.clicks ?? 0) + 1 } })),
  clear: () => set({ match: null }),
}))
