import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { libraryErrors } from '../../src-preload/contract/errors.ts'
import type { Problem } from '../../src-preload/contract/types/problem.ts'
import { createApp } from './app/createApp.ts'
import { createCatalogue } from './catalogue/createCatalogue.ts'
import { StudioEvents } from './events.ts'
import { findMedia } from './findMedia.ts'
import { createHandlers } from './handlers.ts'
import { createJobs } from './jobs/createJobs.ts'
import { createLibrary } from './library/createLibrary.ts'
import { UprightCopies } from './library/inputs/UprightCopies.ts'
import { createMoney } from './money/createMoney.ts'
import { createService } from './service/createService.ts'
import { retryUntilDone } from './storage/retryUntilDone.ts'
import { createStorage } from './storage/createStorage.ts'
import { lockLibrary, type LibraryLock } from './storage/files/lockLibrary.ts'
import type { Studio } from './Studio.ts'
import { createThreads, updateLibrary, type OnUpdateProgress } from './threads/createThreads.ts'
import type { World } from './world.ts'

/**
 * Creates and connects the studio's modules. `onUpdateProgress` is called with the progress of an update of an older library. @throws
 * StudioError `library_in_use`, `database_newer` and the other storage errors.
 */
export async function createStudio(
  world: World,
  onUpdateProgress: OnUpdateProgress = () => {},
): Promise<Studio> {
  const lock = lockLibrary(world.dataFolder)
  try {
    return compose(world, lock, await updateLibrary(world, onUpdateProgress))
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Indexing fewer results takes less than half a minute, so no notice is shown. */
const MIN_RESULTS_FOR_NOTICE = 10_000

function compose(world: World, lock: LibraryLock, updateReports: readonly Problem[]): Studio {
  const { log, dataFolder, version } = world
  const events = new StudioEvents()
  const storage = createStorage({ world, events })
  const { database } = storage
  const app = createApp({ world, storage, events, openingProblems: [...updateReports, ...storage.notices] })
  const addNotice = (problem: Problem): void => app.notices.add(problem)
  const threads = createThreads({ world, storage, events, notices: app.notices })
  const uprightCopies = new UprightCopies({
    folder: join(storage.paths.thumbs, 'upright'),
    makeUpright: (request) => threads.uprighter.run('uprightImage', request),
    log,
  })
  const service = createService({
    world,
    database,
    events,
    findSendable: (path) => uprightCopies.find(path),
  })
  const catalogue = createCatalogue({ world, app, service, events })
  const library = createLibrary({
    world,
    storage,
    threads,
    uprightCopies,
    events,
    report: addNotice,
    descriptions: catalogue.descriptions,
    retentionDays: () => app.settings.get().deleteFromTrashAfterDays,
    nameTemplate: () => app.settings.get().export.names,
    embedsParameters: () => app.settings.get().embedParameters,
  })
  const money = createMoney({
    world,
    database,
    disk: storage.disk,
    service,
    app,
    events,
    query: threads.query,
    catalogue: catalogue.catalogue,
  })
  const jobs = createJobs({ world, storage, threads, app, service, catalogue, library, money, events })

  money.detectEnvironmentKeyChange()
  threads.startChecks()
  jobs.recoverLastSession()
  // Runs after the first responses, so that resuming jobs and listing folders don't delay them. Resolves to a function
  // that ends the retries.
  const startup = setImmediate().then(() =>
    retryUntilDone(world, 'Resuming jobs and maintaining the library', () => {
      jobs.start()
      library.start()
    }),
  )
  const createErrorLogger = (message: string) => (error: unknown) =>
    log.warn(message, { error: String(error) })
  const cleanup = startup
    .then(() => library.removeLeftovers())
    .then(() => money.removeEmptySums())
    .catch(createErrorLogger('Cleaning up at the start failed'))
  void service.connections.bindOldKeys()
  const searchRepair = library.library
    .repairSearchIndex((count) => {
      if (count >= MIN_RESULTS_FOR_NOTICE)
        addNotice({ code: libraryErrors.indexing, money: 'none', params: { count } })
    })
    .then(() => app.notices.withdraw(({ code }) => code === libraryErrors.indexing))
    .catch(createErrorLogger('The search index could not be repaired'))

  return {
    handlers: createHandlers({
      app,
      service,
      catalogue,
      library,
      money,
      jobs,
      events,
      info: { version, dataFolder },
    }),
    onEvent: (listener) => {
      events.on('window', listener)
      return () => events.off('window', listener)
    },
    media: {
      find: (kind, id) =>
        findMedia(
          {
            library: library.library,
            uprightCopies,
            live: jobs.live,
            spendExports: money.exports,
            exports: library.exports,
          },
          kind,
          id,
        ),
      saveThumb: (id, webp) => library.library.thumbs.save(id, webp),
    },
    inputs: { store: (source, metadata) => library.inputs.add(source, metadata) },
    exports: library.exports,
    imports: library.imports,
    maintenance: library.maintenance,
    getAssetPath: (id) => library.library.findPath(id),
    countOpenJobs: () => jobs.watch.countOpenJobs(),
    close: async () => {
      const stopRetries = await startup
      stopRetries()
      await threads.prepareClose()
      catalogue.listing.close()
      service.models.close()
      // An aborted download is repeated at the next start; only responses to submits are awaited.
      await Promise.all([library.downloads.close(), jobs.closeEngine(), money.close()])
      // Closed before the workers, because it would count files as unreadable that they no longer read.
      await library.textVectors.close()
      await threads.closeWorkers()
      jobs.close()
      await Promise.all([searchRepair, cleanup, library.close(), threads.close()])
      await storage.close()
      lock.release()
    },
  }
}
