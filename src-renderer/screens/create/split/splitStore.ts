import { create } from 'zustand'

/** Identifies a sentence within the text of an operation. */
export interface SentenceId {
  text: string
  /** Number of identical sentences before it. */
  occurrence: number
}

interface PartialRun {
  sentencesKey: string
  sentKeys: ReadonlySet<string>
}

interface SplitState {
  /** Whether the text of an operation is split into sentences. */
  isSplit: Record<string, boolean>
  /** Id of the last job of each sentence in this session, by `sentenceKey`. */
  jobIds: Record<string, string>
  /** What a failed run has already sent: its list of sentences, and the sentences that have a job; kept while other screens are shown. */
  partialRun: PartialRun | null
  setPartialRun: (partialRun: PartialRun | null) => void
  /** Whether sentences are being sent, which goes on while other screens are shown. */
  isSending: boolean
  setSending: (isSending: boolean) => void
  setSplit: (operation: string, isSplit: boolean) => void
  setJob: (operation: string, sentence: SentenceId, jobId: string) => void
}

export const sentenceKey = (operation: string, { text, occurrence }: SentenceId): string =>
  JSON.stringify([operation, text, occurrence])

/** Which texts are split, and the jobs of their sentences. */
export const splitStore = create<SplitState>((set) => ({
  isSplit: {},
  jobIds: {},
  partialRun: null,
  setPartialRun: (partialRun) => set({ partialRun }),
  isSending: false,
  setSending: (isSending) => set({ isSending }),
  setSplit: (operation, isSplit) => set((state) => ({ isSplit: { ...state.isSplit, [operation]: isSplit } })),
  setJob: (operation, sentence, jobId) =>
    set((state) => ({ jobIds: { ...state.jobIds, [sentenceKey(operation, sentence)]: jobId } })),
}))
