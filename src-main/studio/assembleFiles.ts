import { storageErrors } from '../../src-preload/contract/errors.ts'
import type { StudioEvent } from '../../src-preload/contract/events.ts'
import type { Asset } from '../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../src-preload/contract/types/problem.ts'
import type { Downloads } from './library/downloads/Downloads.ts'
import { InputList } from './library/inputs/InputList.ts'
import { Inputs } from './library/inputs/Inputs.ts'
import { Mutex } from './library/inputs/Mutex.ts'
import { UnusedInputs } from './library/inputs/UnusedInputs.ts'
import { DownloadJournal } from './jobs/collect/DownloadJournal.ts'
import { PendingDeletions } from './library/trash/PendingDeletions.ts'
import type { Library } from './library/Library.ts'
import { OrphanFiles } from './library/trash/OrphanFiles.ts'
import type { Queries } from './threads/queries.ts'
import type { Settings } from './app/Settings.ts'
import type { namesIn } from './storage/namesIn.ts'
import type { Ask } from './storage/QueryTable.ts'
import type { StudioDatabase } from './storage/openStudioDatabase.ts'
import type { World } from './world.ts'

/** Delay until the first screen is shown. */
const AFTER_START_MS = 5000

interface Parts {
  world: Pick<World, 'clock' | 'uuid' | 'log'>
  opened: StudioDatabase
  library: Library
  downloads: Downloads
  settings: Settings
  ask: Ask<Queries>
  /** Lists a folder of very many files in the query thread. */
  listBeside: typeof namesIn
  emit: (event: StudioEvent) => void
  report: (problem: Problem) => void
}

export type FilesDesk = ReturnType<typeof assembleFiles>

/** Inputs, unused inputs, sidecars and files that a crash left; a part of `createStudio`. */
export function assembleFiles(parts: Parts) {
  const { world, opened, library, downloads, settings, ask, listBeside, emit, report } = parts
  const { clock, uuid, log } = world
  const { database, places } = opened
  const pendingDeletions = new PendingDeletions({ database, folders: places, log })
  const mutex = new Mutex()
  const unused = new UnusedInputs({
    database,
    read: (asked) => ask('inputs.unused', asked),
    pendingDeletions,
    mutex,
    draft: () => settings.get().draft,
    onRemoved: () => emit({ type: 'library.changed', added: 0 }),
    clock,
    log,
  })
  const onTaken = (id: string): void => unused.note(id)
  const inputs = new Inputs({
    database,
    folder: places.inputs,
    clock,
    uuid,
    log,
    pendingDeletions,
    mutex,
    onTaken,
  })
  const inputList = new InputList({ database, tiles: (rows) => library.tilesFrom(rows) })
  const downloadJournal = new DownloadJournal({ database, libraryFolder: places.library })
  const orphans = new OrphanFiles({
    database,
    folders: places,
    listBeside,
    isExpected: (path) => downloads.isFresh(path) || downloadJournal.isAwaited(path),
    writeSidecar: (id) => library.writeSidecar(id),
    report,
    log,
  })
  const replaced: readonly string[] = [storageErrors.databaseDamaged, storageErrors.databaseRestored]
  if (opened.notices.some(({ code }) => replaced.includes(code))) orphans.leaveExisting()

  const tidy = async (): Promise<void> => {
    await orphans.tidy()
    await library.removeIncompleteThumbs(listBeside)
  }
  let tidying = Promise.resolve()
  let cancel = (): void => {}
  return {
    inputs,
    inputList,
    unused,
    downloadJournal,
    /** Writes sidecars of new results; one that fails is written at the next start. */
    writeSidecars: (assets: readonly Asset[]): void => {
      for (const { id } of assets.filter(({ role }) => role === 'result'))
        library
          .writeSidecar(id)
          .catch((error: unknown) => log.warn('A sidecar was not written', { id, error: String(error) }))
    },
    usage: async () => ({ ...(await unused.usage()), found: await orphans.found() }),
    /** A file that a form, a price or a preview requests; it counts as used from then on. */
    findFile: (id: string) => {
      unused.note(id)
      return library.inputFile(id)
    },
    /** Starts the background maintenance of files after the start. */
    start: (): void => {
      unused.start()
      cancel = clock.after(AFTER_START_MS, () => {
        tidying = tidy().catch((error: unknown) =>
          log.warn('The library could not be tidied', { error: String(error) }),
        )
      })
    },
    close: async (): Promise<void> => {
      cancel()
      unused.stop()
      orphans.close()
      await tidying
      // Waits for running removals and additions.
      await mutex.run(() => Promise.resolve())
    },
  }
}
