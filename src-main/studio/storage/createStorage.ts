import type { StudioEvents } from '../events.ts'
import type { World } from '../world.ts'
import { DiskGuard } from './files/DiskGuard.ts'
import { markUnchecked } from './database/checkDatabase.ts'
import { openStudioDatabase, type StudioDatabase } from './openStudioDatabase.ts'

interface Dependencies {
  world: Pick<World, 'clock' | 'log' | 'dataFolder'>
  events: StudioEvents
}

/** The open library: its database, its folders, the journal of accepted jobs, and its disk. */
export interface Storage extends StudioDatabase {
  /** Whether the library can be read and written: its disk may be full, disconnected or read-only. */
  disk: DiskGuard
}

/**
 * Opens the database with its backups, creates the folders of the library, and watches whether the library can be used.
 * @throws StudioError with a code of `storageErrors`.
 */
export function createStorage({ world, events }: Dependencies): Storage {
  const { clock, log, dataFolder } = world
  const opened = openStudioDatabase({ dataFolder, log, clock })
  const { database, paths } = opened
  const disk = new DiskGuard({
    dataFolder,
    paths,
    clock,
    log,
    testWrite: () => database.testWrite(),
    onDamaged: () => markUnchecked(paths.database),
    onChange: (isReady) => events.emit('diskChanged', isReady),
  })
  database.onError = (error) => disk.handleDatabaseError(error)
  return {
    ...opened,
    disk,
    close: async (): Promise<void> => {
      disk.close()
      database.onError = (error) => error
      await opened.close()
    },
  }
}
