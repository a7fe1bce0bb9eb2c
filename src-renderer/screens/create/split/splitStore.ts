import { create } from 'zustand'

interface SplitState {
  /** Operations whose text is split into sentences. */
  on: Record<string, boolean>
  /** The last job of each sentence in this session, by `sentenceKey`. */
  jobs: Record<string, string>
  setOn: (operation: string, on: boolean) => void
  setJob: (operation: string, sentence: string, jobId: string) => void
}

export const sentenceKey = (operation: string, sentence: string): string => `${operation}\n${sentence}`

/** Which texts are split, and the jobs of their sentences. */
export const splitStore = create<SplitState>((set) => ({
  on: {},
  jobs: {},
  setOn: (operation, on) => set((state) => ({ on: { ...state.on, [operation]: on } })),
  setJob: (operation, sentence, jobId) =>
    set((state) => ({ jobs: { ...state.jobs, [sentenceKey(operation, sentence)]: jobId } })),
}))
