import type { Envelope } from '../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Log } from '../../studio/world.ts'
import { createMediaResponse, type MediaResponse, type MediaRef } from './http/createMediaResponse.ts'
import { addHostHandlers, type HostInfo, createUpdatingHandlers } from './calls/hostHandlers.ts'
import { dispatchCall } from './calls/dispatchCall.ts'
import type { FilePaths } from './start/resolveFilePaths.ts'
import { openStudio, type LibraryUpdateStatus } from './openStudio.ts'
import { readMedia, addInput, saveThumb } from './calls/fileCalls.ts'
import type { EnvironmentConnection } from './start/startArguments.ts'

/** What a window can call. Calls wait until the studio is open, except during an update. */
export interface StudioApi {
  log: Log
  /** Rejects when the library cannot be opened. */
  studio: Promise<Studio>
  update: LibraryUpdateStatus
  call: (route: unknown, input: unknown) => Promise<Envelope<unknown>>
  readMedia: (kind: unknown, id: unknown) => Promise<Envelope<ArrayBuffer>>
  saveThumb: (id: unknown, webp: unknown) => Promise<Envelope<void>>
  addInput: (
    content: Parameters<typeof addInput>[1],
    name: unknown,
    sourceId: unknown,
  ) => Promise<Envelope<Asset>>
  getMediaResponse: (ref: MediaRef | null, range: string | null) => Promise<MediaResponse>
  /** Closes the studio, then its environment. Never rejects. */
  close: () => Promise<void>
}

/** Starts opening the studio and returns what a window can call meanwhile. Loaded after the window is created, so that both start in parallel. */
export function openStudioApi(
  paths: FilePaths,
  dataFolder: string,
  environment: EnvironmentConnection | null,
  host: HostInfo,
): StudioApi {
  const { log, studio, update, close } = openStudio(paths, dataFolder, environment)
  // The host reports a failed start, so the calls of the window just stay pending.
  const openedStudio = studio.catch(() => new Promise<never>(() => {}))
  const handlers = openedStudio.then((open) => addHostHandlers(open, host))
  const handlersDuringUpdate = update.started.then(() => createUpdatingHandlers(update.current))
  // If both are available, the first one wins: the handlers of the open studio.
  const getHandlers = () => Promise.race([handlers, handlersDuringUpdate])
  return {
    log,
    studio,
    update,
    call: async (route, input) =>
      log.secrets.redactProblems(await dispatchCall(await getHandlers(), route, input, log)),
    readMedia: async (kind, id) => readMedia((await openedStudio).media, kind, id, log),
    saveThumb: async (id, webp) => saveThumb((await openedStudio).media, id, webp, log),
    addInput: async (content, name, sourceId) =>
      addInput((await openedStudio).inputs, content, name, sourceId, log),
    getMediaResponse: async (ref, range) => createMediaResponse((await openedStudio).media.find, ref, range),
    close,
  }
}
