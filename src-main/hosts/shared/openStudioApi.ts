import type { Envelope } from '../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Log } from '../../studio/world.ts'
import { mediaResponse, type MediaResponse } from './http/mediaResponse.ts'
import { completeHandlers, type HostInfo, updatingHandlers } from './calls/hostHandlers.ts'
import { dispatchCall } from './calls/dispatchCall.ts'
import type { FilePaths } from './start/filePaths.ts'
import { openStudio, type UpdateWatch } from './openStudio.ts'
import type { MediaAddress } from './http/parseMediaAddress.ts'
import { readMedia, addInput, saveThumb } from './calls/fileCalls.ts'
import type { EnvironmentConnection } from './start/readConnection.ts'

/** The studio's handlers for a window. Calls wait until the studio is open, except during an update. */
export interface StudioApi {
  log: Log
  /** Rejects when the library cannot be opened. */
  studio: Promise<Studio>
  update: UpdateWatch
  call: (route: unknown, input: unknown) => Promise<Envelope<unknown>>
  readMedia: (place: unknown, id: unknown) => Promise<Envelope<ArrayBuffer>>
  saveThumb: (id: unknown, webp: unknown) => Promise<Envelope<void>>
  addInput: (
    source: Parameters<typeof addInput>[1],
    name: unknown,
    sourceId: unknown,
  ) => Promise<Envelope<Asset>>
  media: (address: MediaAddress | null, range: string | null) => Promise<MediaResponse>
  /** Closes the studio, then its world. Never rejects. */
  close: () => Promise<void>
}

/** Opens the studio behind its handlers. A host loads this file after its window, so that both start in parallel. */
export function openStudioApi(
  paths: FilePaths,
  dataFolder: string,
  environment: EnvironmentConnection | null,
  host: HostInfo,
): StudioApi {
  const { log, studio, update, close } = openStudio(paths, dataFolder, environment)
  // The host reports a failed start once; the window only waits.
  const ready = studio.catch(() => new Promise<never>(() => {}))
  const handlers = ready.then((open) => completeHandlers(open, host))
  const updating = update.started.then(() => updatingHandlers(update.current))
  // The studio's handlers replace these once it is open.
  const currentHandlers = () => Promise.race([handlers, updating])
  return {
    log,
    studio,
    update,
    call: async (route, input) =>
      log.secrets.redactProblems(await dispatchCall(await currentHandlers(), route, input, log)),
    readMedia: async (place, id) => readMedia((await ready).media, place, id, log),
    saveThumb: async (id, webp) => saveThumb((await ready).media, id, webp, log),
    addInput: async (source, name, sourceId) => addInput((await ready).inputs, source, name, sourceId, log),
    media: async (address, range) => mediaResponse((await ready).media.find, address, range),
    close,
  }
}
