import type { Envelope } from '../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Log, World } from '../../studio/world.ts'
import { createMediaResponse, type MediaResponse, type MediaRef } from './http/createMediaResponse.ts'
import { addHostHandlers, type HostInfo, createUpdatingHandlers } from './calls/hostHandlers.ts'
import { dispatchCall } from './calls/dispatchCall.ts'
import type { FilePaths } from './start/resolveFilePaths.ts'
import { readMedia, addInput, saveThumb } from './calls/fileCalls.ts'
import type { EnvironmentConnection } from './start/startArguments.ts'
import type { LibraryUpdate } from '../../../src-preload/contract/types/libraryUpdate.ts'
import { createStudio } from '../../studio/createStudio.ts'
import { FileLog } from './log/FileLog.ts'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createKeytarKeychain } from './world/createKeytarKeychain.ts'
import { SandboxWorker } from './world/SandboxWorker.ts'
import { createServiceDispatcher } from './world/createServiceDispatcher.ts'
import { createRouteFinder, type ResolveSystemProxy } from './world/createRouteFinder.ts'
import { systemClock } from './world/systemClock.ts'

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
  host: HostInfo & { resolveSystemProxy?: ResolveSystemProxy },
): StudioApi {
  const { log, studio, update, close } = openStudio(paths, dataFolder, environment, host.resolveSystemProxy)
  // The host reports a failed start, so the calls of the window just stay pending.
  const openedStudio = studio.catch(() => new Promise<never>(() => {}))
  const handlers = openedStudio.then((open) => addHostHandlers(open, host))
  const handlersDuringUpdate = update.started.then(() => createUpdatingHandlers(update.current))
  // One race for all calls, because a pending promise keeps a reaction for each race in memory.
  let available = Promise.race([handlers, handlersDuringUpdate])
  void openedStudio.then(() => (available = handlers))
  return {
    log,
    studio,
    update,
    call: async (route, input) =>
      log.secrets.redactProblems(await dispatchCall(await available, route, input, log)),
    readMedia: async (kind, id) => readMedia((await openedStudio).media, kind, id, log),
    saveThumb: async (id, webp) => saveThumb((await openedStudio).media, id, webp, log),
    addInput: async (content, name, sourceId) =>
      addInput((await openedStudio).inputs, content, name, sourceId, log),
    getMediaResponse: async (ref, range) =>
      createMediaResponse({ find: (await openedStudio).media.find, log }, ref, range),
    close,
  }
}

/** Maximum wait for pending requests when closing. Those that don't finish are in the database for the next start. */
const MAX_CLOSE_MS = 10_000

/** A studio that is being opened or is open. */
export interface OpenStudio {
  log: FileLog
  /** Rejects when the library cannot be opened. */
  studio: Promise<Studio>
  update: LibraryUpdateStatus
  /** Closes the studio, then its environment. Never rejects. */
  close: () => Promise<void>
}

/** The state of updating a library of an earlier version, which happens before the studio opens. */
export interface LibraryUpdateStatus {
  /** Resolves when an update starts; never resolves if none is needed. */
  started: Promise<void>
  /** The progress of the update; null before one, and once the studio is open or has failed to open. */
  current: () => LibraryUpdate | null
}

/** Creates the environment and starts the studio. */
export function openStudio(
  paths: FilePaths,
  dataFolder: string,
  environment: EnvironmentConnection | null,
  resolveSystemProxy?: ResolveSystemProxy,
): OpenStudio {
  const { version, sandbox, worker } = paths
  const options = {
    version,
    dataFolder,
    sandbox,
    environment,
    ...(resolveSystemProxy && { resolveSystemProxy }),
  }
  const { world, log, close: closeWorld } = buildWorld(options)
  const started = Promise.withResolvers<void>()
  let current: LibraryUpdate | null = null
  const studio = createStudio({ ...world, worker }, (update) => {
    current = update
    started.resolve()
  })
    .then((created) => withRedactedEvents(created, log))
    .catch((error: unknown) => {
      log.error('The library could not be opened', { error })
      throw error
    })
    .finally(() => (current = null))
  const close = async (): Promise<void> => {
    const opened = await studio.catch(() => null)
    await opened?.close().catch((error: unknown) => log.error('The studio could not close', { error }))
    await closeWorld()
  }
  const closeWithTimeout = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, MAX_CLOSE_MS).unref()
      void close().then(resolve)
    })
  return {
    log,
    studio,
    update: { started: started.promise, current: () => current },
    close: closeWithTimeout,
  }
}

/** The studio with secrets removed from the problems in its events. */
const withRedactedEvents = (studio: Studio, { secrets }: FileLog): Studio => ({
  ...studio,
  onEvent: (listener) => studio.onEvent((event) => listener(secrets.redactProblems(event))),
})

interface OpenWorld {
  world: World
  log: FileLog
  /** Closes connections and the sandbox; call it after closing the studio. */
  close: () => Promise<void>
}

/** Creates the environment of the studio: the real clock, keychain, network and sandbox of this computer. */
function buildWorld(options: {
  version: string
  dataFolder: string
  /** Entry of the sandbox service. */
  sandbox: URL
  environment: EnvironmentConnection | null
  resolveSystemProxy?: ResolveSystemProxy
}): OpenWorld {
  const { version, dataFolder, environment } = options
  const log = new FileLog(join(dataFolder, 'logs'))
  if (environment) log.addSecret(environment.key)
  const findRoutes = createRouteFinder(process.env, options.resolveSystemProxy)
  const dispatcher = createServiceDispatcher(findRoutes)
  const sandbox = new SandboxWorker(options.sandbox, join(dataFolder, 'sandbox'), log)
  return {
    world: {
      version,
      dataFolder,
      clock: systemClock,
      random: Math.random,
      uuid: randomUUID,
      dispatcher,
      findRoutes,
      keychain: createKeytarKeychain(),
      sandbox,
      environment,
      log,
    },
    log,
    close: async () => {
      await Promise.all([dispatcher.destroy(), sandbox.stop()])
    },
  }
}
