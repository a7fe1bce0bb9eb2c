import type { Bridge, SaveOutcome } from '../../src-preload/contract/bridge.ts'
import { bridge } from './bridge.ts'
import { StudioError, showProblem } from './problemOf.ts'
import { studioLink } from './call.ts'

/** Saves a copy of a file for the user. On failure, shows a toast and returns null. */
export async function saveFile(...file: Parameters<Bridge['saveFile']>): Promise<SaveOutcome | null> {
  try {
    const envelope = await bridge()
      .saveFile(...file)
      .catch(() => {
        studioLink.getState().setLost(true)
        throw new StudioError({ code: 'studio_lost', money: 'none' })
      })
    if (!envelope.ok) throw new StudioError(envelope.error)
    return envelope.data
  } catch (error) {
    showProblem(error)
    return null
  }
}
