import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { StudioEvents } from '../events.ts'
import type { Storage } from '../storage/createStorage.ts'
import type { listNames, measureFolders } from '../storage/files/folders.ts'
import type { QueryFunction } from '../storage/workers/QueryTable.ts'
import type { WorkerPool } from '../storage/workers/WorkerPool.ts'
import type { World } from '../world.ts'
import { Sidecars } from './assets/Sidecars.ts'
import { Embedder } from './export/embed/Embedder.ts'
import { Exports } from './export/Exports.ts'
import { FileImporter } from './imports/FileImporter.ts'
import { Imports } from './imports/Imports.ts'
import { type LibraryCopy, LibraryImport } from './imports/LibraryImport.ts'
import { ResultImporter } from './imports/ResultImporter.ts'
import { DownloadJournal } from './downloads/DownloadJournal.ts'
import { Downloads } from './downloads/Downloads.ts'
import { InputList } from './inputs/InputList.ts'
import { measureOtherFiles } from './maintenance/librarySizes.ts'
import { Maintenance } from './maintenance/Maintenance.ts'
import { measureAgain } from './maintenance/measureAgain.ts'
import { Inputs, Mutex } from './inputs/Inputs.ts'
import { UnusedInputs } from './inputs/UnusedInputs.ts'
import type { UprightCopies } from './inputs/UprightCopies.ts'
import { Library } from './Library.ts'
import type { LibraryModule, ResultDescriptions } from './LibraryModule.ts'
import { FileParameters } from './metadata/FileParameters.ts'
import type { metadataTasks } from './metadata/readParameters.ts'
import type { libraryQueries } from './libraryQueries.ts'
import { TextVectors } from './meaning/TextVectors.ts'
import { Embeddings } from './texts/Embeddings.ts'
import { ResultReader } from './texts/ResultReader.ts'
import { ImageHashes } from './search/ImageHashes.ts'
import { Texts } from './texts/Texts.ts'
import type { imageTasks } from './export/convert/convertImage.ts'
import type { textTasks } from './texts/textTasks.ts'
import { OrphanFiles } from './trash/OrphanFiles.ts'
import { PendingDeletions } from './trash/PendingDeletions.ts'
import { TrashRetention } from './trash/TrashRetention.ts'

/** Delay of the background maintenance after startup, in milliseconds. By then the first screen is usually shown. */
const MAINTENANCE_DELAY_MS = 5000

interface Dependencies {
  world: Pick<World, 'clock' | 'uuid' | 'log' | 'version' | 'dataFolder' | 'findRoutes'>
  storage: Pick<Storage, 'database' | 'paths' | 'disk'>
  threads: {
    query: QueryFunction<typeof libraryQueries>
    workers: Pick<
      WorkerPool<typeof textTasks & typeof metadataTasks & { measureFolders: typeof measureFolders }>,
      'run'
    >
    converter: Pick<WorkerPool<typeof imageTasks>, 'run'>
    listFolder: typeof listNames
    openLibraryCopy: (folder: string) => Promise<LibraryCopy>
    /** Checks a copy of the database. @throws Error if it is damaged or can't be checked. */
    checkCopy: (file: string, signal: AbortSignal) => Promise<void>
  }
  uprightCopies: Pick<UprightCopies, 'find'>
  descriptions: ResultDescriptions
  /** After how many days results are deleted from the trash; null for never. */
  retentionDays: () => number | null
  /** Whether exported and saved files get their parameters as metadata. */
  embedsParameters: () => boolean
  /** File name template for exports. */
  nameTemplate: () => string
  events: StudioEvents
  report: (problem: Problem) => void
}

/** Results with their files and texts, the user's own files, and downloads. */
export function createLibrary({
  world,
  storage,
  threads,
  uprightCopies,
  descriptions,
  retentionDays,
  embedsParameters,
  nameTemplate,
  events,
  report,
}: Dependencies): LibraryModule {
  const { clock, uuid, log } = world
  const { database, paths, disk } = storage
  const { query, workers, converter, listFolder } = threads
  const emit = events.emitToWindows
  // The query thread, which reads this log, hasn't started yet.
  database.run('DELETE FROM asset_changes')
  const library = new Library({
    database,
    clock,
    uuid,
    log,
    emit,
    report,
    folders: paths,
    disk,
    labels: descriptions.labels,
    operationViewer: descriptions.viewer,
    usesOf: descriptions.uses,
    query,
  })

  const sidecars = new Sidecars((id) => library.writeSidecar(id), log)
  const pendingDeletions = new PendingDeletions({ database, folders: paths, log })
  const mutex = new Mutex()
  const unusedInputs = new UnusedInputs({
    database,
    pendingDeletions,
    mutex,
    clock,
    log,
    findUnused: (input) => query('inputs.unused', input),
    onRemoved: () => emit({ type: 'library.changed', added: 0 }),
  })
  const inputs = new Inputs({
    database,
    clock,
    uuid,
    log,
    disk,
    pendingDeletions,
    mutex,
    folder: paths.inputs,
    onAdded: (id, path) => {
      unusedInputs.recordRequest(id)
      // Soon, because a job with it doesn't wait then.
      void uprightCopies.find(path)
    },
  })
  const inputList = new InputList({
    database,
    search: (request, listId) => query('inputs.page', request, listId),
    library,
  })

  const downloads = new Downloads({
    clock,
    uuid,
    log,
    libraryFolder: paths.library,
    disk,
    listInWorker: listFolder,
    findRoutes: world.findRoutes,
  })
  const downloadJournal = new DownloadJournal({ database, libraryFolder: paths.library })
  const orphans = new OrphanFiles({
    database,
    report,
    log,
    folders: paths,
    listInWorker: listFolder,
    isPending: (path) => downloads.isRecentlyFinished(path) || downloadJournal.isRecordedForOpenJob(path),
    library,
  })

  const reader = new ResultReader({ workers, report, log })
  const fileParameters = new FileParameters({ database, workers, library, log })
  const texts = new Texts({ database, library, sidecars, reader })
  const embeddings = new Embeddings({
    database,
    library,
    reader,
    queries: {
      nearest: (input) => query('library.neighbours', input),
      page: (input) => query('library.embeddings', input),
    },
  })
  const textVectors = new TextVectors({
    database,
    clock,
    query,
    textField: descriptions.textField,
    library,
    reader,
    emit,
    log,
  })
  const readNewVectors = (): void =>
    void textVectors
      .readInBackground()
      .catch((error: unknown) => log.warn('New embeddings were not read', { error: String(error) }))

  const retention = new TrashRetention({
    clock,
    log,
    days: retentionDays,
    library,
  })
  const imageHashes = new ImageHashes({
    database,
    library,
    findSimilar: (input) => query('library.similar', input),
    countHashes: () => query('images.hash_progress', undefined),
  })

  const embedder = new Embedder({
    version: world.version,
    isEnhancement: descriptions.isEnhancement,
  })
  const exports = new Exports({
    database,
    library,
    embedder,
    embedsParameters,
    convert: (request) => converter.run('convertImage', request),
    nameTemplate,
    partRecordsFolder: paths.unfinishedExports,
    clock,
    uuid,
    log,
    emit,
  })

  const libraryImport = new LibraryImport({
    database,
    importer: new ResultImporter({
      database,
      library,
      sidecars,
      downloads,
      libraryFolder: paths.library,
      clock,
    }),
    library,
    paths,
    openCopy: threads.openLibraryCopy,
    disk,
    uuid,
    log,
  })
  const imports = new Imports({
    importer: new FileImporter({
      database,
      library,
      sidecars,
      downloads,
      parameters: fileParameters,
      libraryFolder: paths.library,
      clock,
    }),
    libraries: libraryImport,
    library,
    dataFolder: world.dataFolder,
    clock,
    uuid,
    log,
    emit,
  })

  const maintenance = new Maintenance({
    fileProblems: library.fileProblems,
    database,
    paths,
    disk,
    dataFolder: world.dataFolder,
    version: world.version,
    checkCopy: threads.checkCopy,
    measureAssets: () => query('maintenance.sizes', undefined),
    measureOtherFiles: () =>
      measureOtherFiles({
        paths,
        dataFolder: world.dataFolder,
        listFolder,
        measure: (folders) => workers.run('measureFolders', folders),
      }),
    clock,
    log,
    emit,
  })

  library.collections.finishDeletions()
  let isClosed = false
  let repair: Promise<unknown> = Promise.resolve()
  let cancelMaintenance = (): void => {}
  const maintain = async (): Promise<void> => {
    await orphans.repair()
    await library.removeIncompleteThumbs(listFolder)
    await library.collections.removeDeleted(() => !isClosed)
    const findPath = (id: string) => library.findPath(id)
    if ((await measureAgain({ database, findPath, log }, () => isClosed)) > 0)
      emit({ type: 'library.changed', added: 0 })
  }
  return {
    library,
    inputs,
    inputList,
    unusedInputs,
    downloads,
    downloadJournal,
    reader,
    texts,
    embeddings,
    textVectors,
    imageHashes,
    exports,
    fileParameters,
    imports,
    maintenance,
    onSaved: (assets) => {
      for (const { id, role } of assets) if (role === 'result') void sidecars.write(id)
      if (assets.some(({ kind }) => kind === 'embedding')) readNewVectors()
    },
    usage: async () => ({ ...(await unusedInputs.usage()), found: await orphans.foundUsage() }),
    findFile: (id) => {
      unusedInputs.recordRequest(id)
      return library.findInputFile(id)
    },
    hasFile: (assetId) => library.findInputFile(assetId)?.isPresent ?? false,
    listCollections: () => query('collections.list', undefined),
    addToCollection: (collection, assetIds) => library.collections.addIfExists(collection, assetIds),
    applyRetention: () => void retention.start(),
    countExpired: (days) => query('library.count_expired', { now: clock.now(), days }),
    start: () => {
      unusedInputs.start()
      cancelMaintenance = clock.after(MAINTENANCE_DELAY_MS, () => {
        void retention.start()
        readNewVectors()
        repair = maintain().catch((error: unknown) =>
          log.warn('The library could not be repaired', { error: String(error) }),
        )
      })
    },
    removeLeftovers: async () => {
      await downloads.removeOrphans()
      await inputs.removeOrphans()
      await library.resumeDeletions()
      await exports.removeLeftovers()
      await libraryImport.removeLeftovers()
    },
    close: async () => {
      isClosed = true
      await Promise.all([exports.close(), imports.close(), maintenance.close()])
      library.close()
      cancelMaintenance()
      unusedInputs.stop()
      orphans.close()
      await Promise.all([repair, retention.close(), sidecars.close()])
      // Waits until no input is being added or removed.
      await mutex.run(() => Promise.resolve())
    },
  }
}
