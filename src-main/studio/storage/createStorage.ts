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
 * Opens the database with its backups, creates the folders of the library, and watches the free disk space.
 * @throws StudioError with a code of `storageErrors`.
 */
export function createStorage({ world, events }: Dependencies) {
  const { clock, log, dataFolder } = world
  const opened = openStudioDatabase({ dataFolder, log, clock })
  const disk = new DiskGuard({
    folder: dataFolder,
    clock,
    log,
    onChange: (hasRoom) => events.emit('diskChanged', hasRoom),
  })
  return {
    ...opened,
    disk,
    close: async (): Promise<void> => {
      disk.close()
      await opened.close()
    },
  }
}
