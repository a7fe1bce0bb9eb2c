import { storageErrors } from '../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { StudioEvents } from '../events.ts'
import type { Storage } from '../storage/createStorage.ts'
import type { World } from '../world.ts'
import { Notices } from './Notices.ts'
import { Settings } from './Settings.ts'

interface Dependencies {
  world: Pick<World, 'clock' | 'uuid' | 'log'>
  storage: Pick<Storage, 'database' | 'disk'>
  /** Problems found while opening the library. */
  reports: readonly Problem[]
  events: StudioEvents
}

export type App = ReturnType<typeof createApp>

/** The user's settings, and notices about the program itself. */
export function createApp({ world, storage, reports, events }: Dependencies) {
  const { clock, uuid, log } = world
  const { database, disk } = storage
  const emit = events.emitToWindows
  const notices = new Notices({ clock, uuid, emit })
  for (const problem of reports) notices.add(problem)
  events.on('diskChanged', (hasRoom) => {
    if (hasRoom) notices.withdraw(({ code }) => code === storageErrors.diskLow)
    else if (disk.problem) notices.add(disk.problem)
  })
  const settings = new Settings({ database, clock, log, emit, report: (problem) => notices.add(problem) })
  return { notices, settings }
}
