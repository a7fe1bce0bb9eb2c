import { createHash } from 'node:crypto'
import { libraryErrors, storageErrors } from '../../../../src-preload/contract/errors.ts'
import { nonBillingError, StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { KnownLibrary } from '../../../../src-preload/contract/routes/libraries.ts'
import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import type { LibrariesRoute, Studio } from '../../../studio/Studio.ts'
import { findBackup } from '../../../studio/library/maintenance/restoreLibrary.ts'
import { type Move, requestMove } from '../../../studio/library/maintenance/moveLibrary.ts'
import { checkLibrary, createLibrary } from './checkLibrary.ts'
import type { FolderChecks } from './FolderChecks.ts'
import { libraryName, normalize, normalizeAsync, type KnownLibraries } from './KnownLibraries.ts'

/** What a folder is chosen for. */
export type FolderPurpose = 'new' | 'open' | 'backup' | 'restore' | 'move'

/** Why Easel restarts, for the confirmation: to open the library `name` instead of the open one, `openName`, or to move the open one. */
export type RestartReason =
  | { kind: 'open'; name: string; openName: string; isBackup: boolean }
  | { kind: 'move'; folder: string }

/** What the handlers need from a host that can restart Easel. */
export interface LibrariesHost {
  known: KnownLibraries
  checks: Pick<FolderChecks, 'check'>
  /** Asks the user for a folder; null if the user cancels. */
  chooseFolder: (purpose: FolderPurpose) => Promise<string | null>
  /**
   * Asks the user, closes the studio, calls `prepare` and starts Easel again without `--data`. Resolves to false if the user cancels. If
   * `prepare` rejects, Easel restarts with the same library.
   */
  restart: (reason: RestartReason, prepare: () => Promise<void>) => Promise<boolean>
}

type LibrariesHandlers = Pick<Handlers, LibrariesRoute>

/** The handlers of the known libraries in a host that can restart Easel. `dataFolder` is the open library. */
export function createLibrariesHandlers(
  { known, checks, chooseFolder, restart }: LibrariesHost,
  dataFolder: string,
  maintenance: Studio['maintenance'],
): LibrariesHandlers {
  const open = normalize(dataFolder)
  let move: Move | null = null
  const otherFolders = (): string[] => known.all.filter((folder) => folder !== open && folder !== dataFolder)
  const findById = (id: string): string => {
    const folder = otherFolders().find((other) => libraryId(other) === id)
    if (folder === undefined) throw nonBillingError(storageErrors.libraryMissing)
    return folder
  }
  const read = (folder: string) => checks.check(folder, { isChosen: true })
  /** As `chooseFolder`. @throws StudioError `library_missing` or `disk_failed` if the folder doesn't respond. */
  const choose = async (purpose: FolderPurpose): Promise<string | null> => {
    const chosen = await chooseFolder(purpose)
    if (chosen === null || (await read(chosen)) !== 'missing') return chosen
    const code = purpose === 'open' ? storageErrors.libraryMissing : storageErrors.diskFailed
    throw new StudioError({ code, money: 'none' })
  }
  const restartWith = async (folder: string) => {
    const content = await checkLibrary(folder, read)
    const reason = {
      kind: 'open',
      name: libraryName(folder),
      openName: libraryName(dataFolder),
      isBackup: content === 'backup',
    } as const
    const isConfirmed = await restart(reason, () => known.setFirst(folder, dataFolder))
    return { state: isConfirmed ? ('restarting' as const) : ('cancelled' as const) }
  }
  const finishMove = async (planned: Move) => {
    const isConfirmed = await restart({ kind: 'move', folder: planned.to }, async () => {
      await known.setFirst(dataFolder)
      await requestMove(dataFolder, planned)
    })
    return { state: isConfirmed ? ('restarting' as const) : ('cancelled' as const) }
  }
  const cancelled = { state: 'cancelled' } as const
  /** Called before any dialog, so that the user doesn't choose folders for nothing. */
  const throwIfRunning = (): void => {
    if (maintenance.status?.state === 'running') throw nonBillingError(libraryErrors.maintenanceRunning)
  }

  return {
    'libraries.list': async () => {
      const libraries = [describeLibrary(dataFolder, 'open')]
      // One after another, so that folders that don't respond occupy few of the threads that read files.
      for (const folder of otherFolders()) {
        const isFound = ['library', 'backup'].includes(await checks.check(folder))
        libraries.push(describeLibrary(folder, isFound ? 'available' : 'missing'))
      }
      return { libraries }
    },
    'libraries.open': ({ id }) => restartWith(findById(id)),
    'libraries.remove': async ({ id }) => known.remove(findById(id)),
    'libraries.create': async () => {
      const chosen = await choose('new')
      if (chosen === null) return cancelled
      await createLibrary(chosen, read)
      // Added even if the user doesn't want to restart now.
      await known.add(chosen, dataFolder)
      return restartWith(chosen)
    },
    'libraries.open_existing': async () => {
      const chosen = await choose('open')
      if (chosen === null || (await normalizeAsync(chosen)) === open) return cancelled
      return restartWith(chosen)
    },
    'libraries.restore': async () => {
      throwIfRunning()
      const source = await choose('backup')
      if (source === null) return cancelled
      const backup = await findBackup(source, read)
      const target = await choose('restore')
      if (target === null) return cancelled
      // The restore succeeds even if the list can't be written, because the library can be opened by its folder.
      await maintenance.restore(backup, target, (folder) => known.add(folder, dataFolder).catch(() => {}))
      return { state: 'started' }
    },
    'libraries.open_restored': async () => {
      const { status } = maintenance
      if (status?.kind !== 'restore' || status.state !== 'done' || status.target === null)
        throw nonBillingError(storageErrors.libraryMissing)
      return restartWith(status.target)
    },
    'libraries.move': async () => {
      throwIfRunning()
      const chosen = await choose('move')
      if (chosen === null) return cancelled
      move = await maintenance.move(chosen)
      return move.by === 'rename' ? finishMove(move) : { state: 'started' }
    },
    'libraries.finish_move': async () => {
      const { status } = maintenance
      if (move === null || status?.kind !== 'move' || status.state !== 'done' || status.target !== move.to)
        throw nonBillingError(storageErrors.libraryMissing)
      return finishMove(move)
    },
  }
}

/** The handlers in a host that can't restart Easel. */
export function createUnsupportedHandlers(): LibrariesHandlers {
  const reject = (): Promise<never> => Promise.reject(nonBillingError(libraryErrors.notSupported))
  return {
    'libraries.list': reject,
    'libraries.open': reject,
    'libraries.remove': reject,
    'libraries.create': reject,
    'libraries.open_existing': reject,
    'libraries.restore': reject,
    'libraries.open_restored': reject,
    'libraries.move': reject,
    'libraries.finish_move': reject,
  }
}

const describeLibrary = (folder: string, state: KnownLibrary['state']): KnownLibrary => ({
  id: libraryId(folder),
  name: libraryName(folder),
  path: folder,
  state,
})

/** The window refers to libraries by id, because it must not name paths. */
const libraryId = (folder: string): string => createHash('sha256').update(folder).digest('hex').slice(0, 16)
