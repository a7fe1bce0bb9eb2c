import type { LibraryUpdate } from '../../../src-preload/contract/types/studio.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { needsUpdate, updateInThread } from '../storage/update/updateInThread.ts'
import { threadModule } from './threadModule.ts'
import type { World } from '../world.ts'

export type OnUpdate = (update: LibraryUpdate) => void

/** Updates a library of an earlier version in a thread and returns notices for the user. For a current library it starts no thread. */
export async function updateLibrary(
  { dataFolder, log, clock }: World,
  onUpdate: OnUpdate,
): Promise<Problem[]> {
  if (!needsUpdate(dataFolder)) return []
  return updateInThread({ thread: threadModule('updateThread'), dataFolder, log, clock, onUpdate })
}
