import { create } from 'zustand'
import type { LibraryUpdate } from '../../src-preload/contract/types/libraryUpdate.ts'
import type { Problem } from '../../src-preload/contract/types/problem.ts'

interface UpdateState {
  /** The running update of the library; null if there is none. */
  update: LibraryUpdate | null
  set: (update: LibraryUpdate | null) => void
}

export const libraryUpdate = create<UpdateState>((set) => ({
  update: null,
  set: (update) => set((now) => (now.update === update ? now : { update })),
}))

/** The update described by a problem with the code `library_updating`. */
export function updateOf({ params }: Problem): LibraryUpdate {
  const { stage, step, steps, percent } = params ?? {}
  return {
    stage: stage === 'backup' || stage === 'step' ? stage : 'check',
    step: Number(step ?? 0),
    steps: Number(steps ?? 0),
    percent: Number(percent ?? 0),
  }
}
