import {
  type MaintenanceStatus,
  type SizeGroup,
  sizeGroupSchema,
} from '../../../../src-preload/contract/types/maintenance.ts'
import { libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { nonBillingError } from '../../../../src-preload/shared/StudioError.ts'
import type { Emit } from '../../events.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { DiskGuard } from '../../storage/files/DiskGuard.ts'
import type { LibraryPaths } from '../../storage/files/folders.ts'
import type { Clock, Log } from '../../world.ts'
import type { FileProblems } from '../assets/FileProblems.ts'
import { backUpLibrary, chooseBackupFolder } from './backUpLibrary.ts'
import { checkFiles } from './checkFiles.ts'
import { MaintenanceRun } from './MaintenanceRun.ts'
import { copyForMove, planMove, type Move } from './moveLibrary.ts'
import { checkTargetFolder } from './checkTargetFolder.ts'
import { restoreLibrary } from './restoreLibrary.ts'

/** Progress is reported to the windows at most this often. */
const NOTIFY_INTERVAL_MS = 250

interface Dependencies {
  database: Database
  paths: LibraryPaths
  disk: Pick<DiskGuard, 'requireConnected'>
  fileProblems: Pick<FileProblems, 'recordLater' | 'flush'>
  dataFolder: string
  version: string
  /** Checks a copy of the database. @throws Error if it is damaged or can't be checked. */
  checkCopy: (file: string, signal: AbortSignal) => Promise<void>
  /** The sizes of all assets and of the other files. */
  measureAssets: () => Promise<SizeGroup[]>
  measureOtherFiles: () => Promise<SizeGroup[]>
  clock: Clock
  log: Log
  emit: Emit
}

/**
 * Measures, checks and copies whole libraries. One check or copy runs at a time; starting another one throws
 * StudioError `maintenance_running`.
 */
export class Maintenance {
  readonly #dependencies: Dependencies
  #run: MaintenanceRun | null = null
  #finished: Promise<void> = Promise.resolve()
  #cancelNotification: (() => void) | null = null

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async sizes(): Promise<{ groups: SizeGroup[] }> {
    const { measureAssets, measureOtherFiles } = this.#dependencies
    const groups = [...(await measureAssets()), ...(await measureOtherFiles())]
    const order = sizeGroupSchema.shape.group.options
    const sorted = groups.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
    return { groups: sorted.filter(({ files }) => files > 0) }
  }

  check(): void {
    const { database, paths, fileProblems } = this.#dependencies
    this.#start('check', null, async (run) => {
      run.setTotals(await this.#totalAssets())
      await checkFiles(run, { database, paths, fileProblems })
    })
  }

  /** Starts a backup to a chosen folder or a folder in it. @throws StudioError `backup_folder`, `disk_failed`. */
  async backUp(chosen: string): Promise<void> {
    const { database, dataFolder, version, clock, checkCopy } = this.#dependencies
    const target = await chooseBackupFolder(chosen, dataFolder)
    this.#start('backup', target, (run) =>
      backUpLibrary(run, target, { database, dataFolder, version, checkCopy, now: clock.now() }),
    )
  }

  /**
   * Starts restoring a backup (a path from `findBackup`) to an empty folder, and calls `onDone` with the path of that
   * folder when it is complete. @throws StudioError as `checkTargetFolder` does.
   */
  async restore(backup: string, chosen: string, onDone: (folder: string) => Promise<void>): Promise<void> {
    const mustNotOverlap = [this.#dependencies.dataFolder, backup]
    const target = await checkTargetFolder(chosen, { kind: 'restore', from: backup, mustNotOverlap })
    this.#start('restore', target, async (run) => {
      await restoreLibrary(run, backup, target)
      await onDone(target)
    })
  }

  /**
   * Prepares to move the library to an empty folder. On the same file system, the next start does everything. If the
   * folder is on another one, this starts copying the large folders while the library is open. @throws StudioError as
   * `checkTargetFolder` does.
   */
  async move(chosen: string): Promise<Move> {
    const { dataFolder } = this.#dependencies
    const move = await planMove(dataFolder, chosen)
    if (move.by === 'copy') this.#start('move', move.to, (run) => copyForMove(run, dataFolder, move.to))
    return move
  }

  /** The current run, or the last one. */
  get status(): MaintenanceStatus | null {
    return this.#run?.status ?? null
  }

  stop(): void {
    this.#run?.stop()
  }

  /** Marks the problem of an asset as solved, because its file was downloaded again. */
  markRestored(id: string): void {
    this.#run?.markRestored(id)
  }

  /** Stops a run and waits for its end. */
  async close(): Promise<void> {
    this.stop()
    await this.#finished
    this.#cancelNotification?.()
  }

  #start(
    kind: MaintenanceStatus['kind'],
    target: string | null,
    work: (run: MaintenanceRun) => Promise<void>,
  ): void {
    if (this.#run?.status.state === 'running') throw nonBillingError(libraryErrors.maintenanceRunning)
    const requireSource = (): void => {
      if (kind !== 'restore') this.#dependencies.disk.requireConnected()
    }
    const run = new MaintenanceRun({ kind, target, requireSource, onChange: () => this.#notify() })
    this.#run = run
    this.#finished = run.run(() => work(run), this.#dependencies.log)
    this.#notify()
  }

  async #totalAssets(): Promise<{ files: number; bytes: number }> {
    const groups = await this.#dependencies.measureAssets()
    return {
      files: groups.reduce((sum, { files }) => sum + files, 0),
      bytes: groups.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  }

  #notify(): void {
    const { clock, emit } = this.#dependencies
    this.#cancelNotification ??= clock.after(NOTIFY_INTERVAL_MS, () => {
      this.#cancelNotification = null
      emit({ type: 'maintenance.changed' })
    })
  }
}
