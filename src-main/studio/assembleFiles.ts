import { storageErrors } from '../../src-preload/contract/errors.ts'
import type { StudioEvent } from '../../src-preload/contract/events.ts'
import type { Asset } from '../../src-preload/contract/types/asset.ts'
import type { Problem } from '../../src-preload/contract/types/problem.ts'
import type { Downloads } from './downloads/Downloads.ts'
import { InputList } from './inputs/InputList.ts'
import { Inputs } from './inputs/Inputs.ts'
import { Turns } from './inputs/Turns.ts'
import { UnusedInputs } from './inputs/UnusedInputs.ts'
import { Arrivals } from './jobs/Arrivals.ts'
import { DoomedFiles } from './library/DoomedFiles.ts'
import type { Library } from './library/Library.ts'
import { StrayFiles } from './library/StrayFiles.ts'
import type { Queries } from './queries.ts'
import type { Settings } from './settings/Settings.ts'
import type { namesIn } from './storage/namesIn.ts'
import type { Ask } from './storage/QueryTable.ts'
import type { StudioDatabase } from './storage/openStudioDatabase.ts'
import type { World } from './world.ts'

/** The first screen is up by then. */
const AFTER_START_MS = 5000

interface Parts {
  world: Pick<World, 'clock' | 'uuid' | 'log'>
  opened: StudioDatabase
  library: Library
  downloads: Downloads
  settings: Settings
  ask: Ask<Queries>
  /** Lists a folder of very many files beside the main thread. */
  listBeside: typeof namesIn
  emit: (event: StudioEvent) => void
  report: (problem: Problem) => void
}

export type FilesDesk = ReturnType<typeof assembleFiles>

/** Files beside the jobs: what is brought in, what is no longer used, what an end in the middle left; a part of `createStudio`. */
export function assembleFiles(parts: Parts) {
  const { world, opened, library, downloads, settings, ask, listBeside, emit, report } = parts
  const { clock, uuid, log } = world
  const { database, places } = opened
  const doomed = new DoomedFiles({ database, folders: places, log })
  const turns = new Turns()
  const unused = new UnusedInputs({
    database,
    read: (asked) => ask('inputs.unused', asked),
    doomed,
    turns,
    draft: () => settings.get().draft,
    onRemoved: () => emit({ type: 'library.changed', added: 0 }),
    clock,
    log,
  })
  const onTaken = (id: string): void => unused.note(id)
  const inputs = new Inputs({ database, folder: places.inputs, clock, uuid, log, doomed, turns, onTaken })
  const inputList = new InputList({ database, tiles: (rows) => library.tilesFrom(rows) })
  const arrivals = new Arrivals({ database, libraryFolder: places.library })
  const strays = new StrayFiles({
    database,
    folders: places,
    listBeside,
    isExpected: (path) => downloads.isFresh(path) || arrivals.isAwaited(path),
    writeSidecar: (id) => library.writeSidecar(id),
    report,
    log,
  })
  const replaced: readonly string[] = [storageErrors.databaseDamaged, storageErrors.databaseRestored]
  if (opened.notices.some(({ code }) => replaced.includes(code))) strays.leaveAllThereIs()

  const tidy = async (): Promise<void> => {
    await strays.tidy()
    await library.removeHalfThumbs(listBeside)
  }
  let tidying = Promise.resolve()
  let cancel = (): void => {}
  return {
    inputs,
    inputList,
    unused,
    arrivals,
    /** Beside new results; what can't be written now is written at the next start. */
    writeRecipes: (assets: readonly Asset[]): void => {
      for (const { id } of assets.filter(({ role }) => role === 'result'))
        library
          .writeSidecar(id)
          .catch((error: unknown) =>
            log.warn('A recipe was not written beside its file', { id, error: String(error) }),
          )
    },
    usage: async () => ({ ...(await unused.usage()), found: await strays.found() }),
    /** A file that a form, a price or a preview asks for; it is in use from then on. */
    findFile: (id: string) => {
      unused.note(id)
      return library.inputFile(id)
    },
    /** Looks after the files in the background, when the start is over. */
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
      strays.close()
      await tidying
      // What is being removed, or brought in, comes to its end.
      await turns.take(() => Promise.resolve())
    },
  }
}
