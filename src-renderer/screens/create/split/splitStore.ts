import { create } from 'zustand'

interface SplitState {
  /** Operations whose text goes out sentence by sentence. */
  on: Record<string, boolean>
  /** The job each sentence became last, in this session; by `sentenceKey`. */
  jobs: Record<string, string>
  turn: (operation: string, on: boolean) => void
  became: (operation: string, sentence: string, jobId: string) => void
}

export const sentenceKey = (operation: string, sentence: string): string => `${operation}\n${sentence}`

/** Which texts are split, and what came of their sentences. */
export const splitStore = create<SplitState>((set) => ({
  on: {},
  jobs: {},
  turn: (operation, on) => set((now) => ({ on: { ...now.on, [operation]: on } })),
  became: (operation, sentence, jobId) =>
    set((now) => ({ jobs: { ...now.jobs, [sentenceKey(operation, sentence)]: jobId } })),
}))
