import { create } from 'zustand'
import type { Envelope } from '../../src-preload/contract/errors.ts'
import type { RouteInput, RouteName, RouteOutput } from '../../src-preload/contract/routes.ts'
import { bridge } from './bridge.ts'
import { onCallSucceeded } from './idempotencyKeys.ts'
import { StudioError } from '../../src-preload/shared/StudioError.ts'
import { showProblem } from './problemOf.ts'
import type { LibraryUpdate } from '../../src-preload/contract/types/libraryUpdate.ts'
import type { Bridge, SaveOutcome } from '../../src-preload/contract/bridge.ts'

/** Interval at which a call is repeated while the library is being updated. */
const RETRY_INTERVAL_MS = 500

/**
 * Calls the studio, and repeats the call while the library is being updated. Throws `StudioError` with the problem.
 * `studioLink` and `libraryUpdate` record whether the studio responds and which update runs.
 */
export async function call<R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>> {
  for (;;) {
    const envelope = await request(() => bridge().call(route, input))
    const isUpdating = !envelope.ok && envelope.error.code === 'library_updating'
    libraryUpdate.getState().set(isUpdating ? (envelope.error.update ?? STARTING_UPDATE) : null)
    if (envelope.ok) {
      onCallSucceeded(input)
      return envelope.data
    }
    if (!isUpdating) throw new StudioError(envelope.error)
    await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS))
  }
}

/** Sends a request and records whether the studio responds. Throws `studio_lost` if it doesn't. */
export async function request<Data>(send: () => Promise<Envelope<Data>>): Promise<Envelope<Data>> {
  let envelope
  try {
    envelope = await send()
  } catch {
    libraryUpdate.getState().set(null)
    studioLink.getState().setLost(true)
    throw new StudioError({ code: 'studio_lost', money: 'none' })
  }
  studioLink.getState().setLost(false)
  return envelope
}

interface StudioLink {
  /** True from a request without a response until the studio responds to another one. */
  isLost: boolean
  setLost: (isLost: boolean) => void
}

/** The connection between the window and the studio. */
export const studioLink = create<StudioLink>((set) => ({
  isLost: false,
  setLost: (isLost) => set((state) => (state.isLost === isLost ? state : { isLost })),
}))

interface UpdateState {
  /** Null if no update is running. */
  update: LibraryUpdate | null
  set: (update: LibraryUpdate | null) => void
}

/** The running update of the library, as reported by the latest call. */
export const libraryUpdate = create<UpdateState>((set) => ({
  update: null,
  set: (update) => set((state) => (state.update === update ? state : { update })),
}))

/** An update whose progress isn't known yet. */
const STARTING_UPDATE: LibraryUpdate = { stage: 'check', step: 0, steps: 0, percent: 0 }

/** Distinguishes the windows and tabs of one studio. */
const windowId = crypto.randomUUID()

/** Id of a list in this window. A request with it supersedes earlier ones of the same list that are still running. */
export const listId = (list: string): string => `${list} ${windowId}`

/** Saves a copy of a file for the user. On failure, shows a toast and returns null. */
export const saveFile = (...file: Parameters<Bridge['saveFile']>): Promise<SaveOutcome | null> =>
  outcomeOf(() => bridge().saveFile(...file))

/** The outcome of saving a file. On failure, shows a toast and returns null. */
export async function outcomeOf(save: () => Promise<Envelope<SaveOutcome>>): Promise<SaveOutcome | null> {
  try {
    const envelope = await request(save)
    if (!envelope.ok) throw new StudioError(envelope.error)
    return envelope.data
  } catch (error) {
    showProblem(error)
    return null
  }
}
