import { setImmediate } from 'node:timers/promises'
import type { Problem } from '../../src-preload/contract/types/problem.ts'
import { createApp } from './app/createApp.ts'
import { createCatalogue } from './catalogue/createCatalogue.ts'
import { StudioEvents } from './events.ts'
import { findMedia } from './findMedia.ts'
import { studioHandlers } from './handlers.ts'
import { createJobs } from './jobs/createJobs.ts'
import { createLibrary } from './library/createLibrary.ts'
import { createMoney } from './money/createMoney.ts'
import { createService } from './service/createService.ts'
import { retryUntilDone } from './storage/retryUntilDone.ts'
import { createStorage } from './storage/createStorage.ts'
import { lockLibrary, type LibraryLock } from './storage/files/lockLibrary.ts'
import type { Studio } from './Studio.ts'
import { createThreads, updateLibrary, type OnUpdate } from './threads/createThreads.ts'
import type { World } from './world.ts'

/**
 * Creates and connects the studio's modules. `onUpdate` is called with the progress of an update of an older library. @throws
 * StudioError `library_in_use`, `database_newer` and the other storage errors.
 */
export async function createStudio(world: World, onUpdate: OnUpdate = () => {}): Promise<Studio> {
  const lock = lockLibrary(world.dataFolder)
  try {
    return compose(world, lock, await updateLibrary(world, onUpdate))
  } catch (error) {
    lock.release()
    throw error
  }
}

function compose(world: World, lock: LibraryLock, updateReports: readonly Problem[]): Studio {
  const { log, dataFolder, version } = world
  const events = new StudioEvents()
  const storage = createStorage({ world, events })
  const { database } = storage
  const app = createApp({ world, storage, events, reports: [...updateReports, ...storage.notices] })
  const addNotice = (problem: Problem): void => app.notices.add(problem)
  const threads = createThreads({ world, storage, events, report: addNotice })
  const service = createService({ world, database, events })
  const catalogue = createCatalogue({ world, app, service, events })
  const library = createLibrary({
    world,
    storage,
    threads,
    events,
    report: addNotice,
    descriptions: catalogue.descriptions,
    draft: () => app.settings.get().draft,
  })
  const money = createMoney({
    world,
    database,
    service,
    app,
    events,
    query: threads.query,
    catalogue: catalogue.catalogue,
  })
  const jobs = createJobs({ world, storage, threads, app, service, catalogue, library, money, events })

  threads.startCheck()
  jobs.settle()
  // After the first responses, so that resuming jobs and listing folders don't delay them.
  const started = setImmediate().then(() =>
    retryUntilDone(world, () => {
      jobs.start()
      library.start()
    }),
  )
  const logWarning = (message: string) => (error: unknown) => log.warn(message, { error: String(error) })
  const cleanedUp = started
    .then(() => library.removeLeftovers())
    .then(() => money.removeEmptySums())
    .catch(logWarning('Tidying up at the start failed'))
  void service.connections.bindOldKeys()
  const repaired = library.library
    .repairSearchIndex()
    .catch(logWarning('The search index could not be repaired'))

  return {
    handlers: studioHandlers({
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
      find: (place, id) =>
        findMedia({ library: library.library, live: jobs.live, exports: money.exports }, place, id),
      saveThumb: (id, webp) => library.library.saveThumb(id, webp),
    },
    inputs: { store: (source, metadata) => library.inputs.add(source, metadata) },
    pathOfAsset: (id) => library.library.path(id),
    countOpenJobs: () => jobs.watch.openWork(),
    close: async () => {
      jobs.stopSettling()
      await threads.prepareClose()
      ;(await started)()
      catalogue.listing.close()
      // An aborted download is repeated at the next start; only responses to submits are awaited.
      await Promise.all([library.downloads.close(), jobs.closeEngine(), money.close()])
      await threads.closeWorkers()
      jobs.close()
      await Promise.all([repaired, cleanedUp, library.close(), threads.close()])
      await storage.close()
      lock.release()
    },
  }
}
