import type { StudioEvents } from '../events.ts'
import type { World } from '../world.ts'
import { DiskGuard } from './files/DiskGuard.ts'
import { openStudioDatabase } from './database/openStudioDatabase.ts'

interface Dependencies {
  world: Pick<World, 'clock' | 'log' | 'dataFolder'>
  events: StudioEvents
}

export type Storage = ReturnType<typeof createStorage>

/**
 * Opens the database with its backups, creates the folders of the library, and watches the disk.
 * @throws StudioError with a code of `storageErrors`.
 */
export function createStorage({ world, events }: Dependencies) {
  const { clock, log, dataFolder } = world
  const opened = openStudioDatabase({ dataFolder, log, clock })
  const { database, paths } = opened
  const disk = new DiskGuard({
    dataFolder,
    paths,
    clock,
    log,
    testWrite: () => database.testWrite(),
    onChange: (isReady) => events.emit('diskChanged', isReady),
  })
  database.explain = (error) => disk.explain(error)
  return {
    ...opened,
    disk,
    close: async (): Promise<void> => {
      disk.close()
      database.explain = (error) => error
      await opened.close()
    },
  }
}
