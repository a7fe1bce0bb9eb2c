import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { MaintenanceStatus } from '../../../../src-preload/contract/types/maintenance.ts'
import { readFolderContent } from '../../../studio/storage/files/libraryFolder.ts'
import { lockLibrary } from '../../../studio/storage/files/lockLibrary.ts'
import { fakeClock } from '../../../studio/testing/fakeClock.ts'
import { temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'
import { createLibrary } from './checkLibrary.ts'
import { createLibrariesHandlers, type LibrariesHost } from './createLibrariesHandlers.ts'
import { FolderChecks } from './FolderChecks.ts'
import { KnownLibraries } from './KnownLibraries.ts'

const RUN = {
  files: 0,
  filesDone: 0,
  bytes: 0,
  bytesDone: 0,
  filesSkipped: 0,
  problemCount: 0,
  problems: [],
  problem: null,
}

/** Handlers of an open library `work`. Dialogs return the folders in `chosen`; `isConfirmed`: whether the user confirms a restart. */
async function openLibrary({
  isConfirmed = true,
  status = null,
}: { isConfirmed?: boolean; status?: MaintenanceStatus | null } = {}) {
  const root = temporaryFolder()
  const makeLibrary = async (name: string): Promise<string> => {
    mkdirSync(join(root, name))
    await createLibrary(join(root, name))
    return join(root, name)
  }
  const work = await makeLibrary('work')
  const known = new KnownLibraries(join(root, 'config'), join(root, 'default'))
  const chosen: (string | null)[] = []
  const restart = vi.fn<LibrariesHost['restart']>(async (_reason, prepare) => {
    if (isConfirmed) await prepare()
    return isConfirmed
  })
  const maintenance = { backUp: vi.fn(), restore: vi.fn(), move: vi.fn(), status }
  const clock = fakeClock()
  const reads: string[] = []
  const hanging = new Map<string, Promise<void>>()
  const read = async (folder: string) => {
    reads.push(basename(folder))
    await hanging.get(folder)
    return readFolderContent(folder)
  }
  const checks = new FolderChecks({ read, clock })
  const host = { known, checks, chooseFolder: async () => chosen.shift() ?? null, restart }
  const handlers = createLibrariesHandlers(host, work, maintenance)
  /** Makes reads of a folder wait until the returned function is called. */
  const hang = (folder: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    hanging.set(folder, promise)
    return resolve
  }
  const list = async () =>
    (await handlers['libraries.list']()).libraries.map(({ name, state }) => `${name} ${state}`)
  const idOf = async (name: string) =>
    (await handlers['libraries.list']()).libraries.find((library) => library.name === name)?.id ?? ''
  return {
    root,
    work,
    known,
    chosen,
    restart,
    maintenance,
    handlers,
    list,
    idOf,
    makeLibrary,
    clock,
    reads,
    hang,
  }
}

it('lists the open library first, and those whose folder is gone as missing', async () => {
  const { known, list, root, makeLibrary, work } = await openLibrary()
  await known.setFirst(await makeLibrary('holiday'), work)
  await known.add(join(root, 'gone'), work)
  expect(await list()).toEqual(['work open', 'holiday available', 'gone missing'])
})

it('lists a library whose folder does not respond as missing after two seconds, and reads it again only after it has responded', async () => {
  const { known, list, makeLibrary, work, clock, reads, hang } = await openLibrary()
  const network = await makeLibrary('network')
  await known.add(network, work)
  await known.add(await makeLibrary('holiday'), work)
  const respond = hang(network)
  const first = list()
  await clock.advance(2000)
  const states = ['work open', 'network missing', 'holiday available']
  expect(await first).toEqual(states)
  expect(await list()).toEqual(states)
  expect(reads).toEqual(['network', 'holiday', 'holiday'])
  respond()
  await clock.advance(0)
  await expect.poll(list).toEqual(['work open', 'network available', 'holiday available'])
})

it('reads no further folders while two do not respond', async () => {
  const { known, list, makeLibrary, work, clock, reads, hang } = await openLibrary()
  for (const name of ['a', 'b', 'c']) {
    const folder = await makeLibrary(name)
    await known.add(folder, work)
    hang(folder)
  }
  const listed = list()
  await clock.advance(10_000)
  expect(await listed).toEqual(['work open', 'a missing', 'b missing', 'c missing'])
  expect(reads).toEqual(['a', 'b'])
})

it.each([
  ['libraries.open_existing', 'library_missing'],
  ['libraries.create', 'disk_failed'],
  ['libraries.restore', 'disk_failed'],
  ['libraries.move', 'disk_failed'],
] as const)(
  '%s refuses a chosen folder that does not respond for two seconds, and does not restart',
  async (route, code) => {
    const { chosen, handlers, restart, maintenance, makeLibrary, clock, hang } = await openLibrary()
    const network = await makeLibrary('network')
    hang(network)
    chosen.push(network)
    const refused = expect(handlers[route]()).rejects.toMatchObject({ problem: { code } })
    await clock.advance(2000)
    await refused
    expect(restart).not.toHaveBeenCalled()
    expect(maintenance.move).not.toHaveBeenCalled()
  },
)

it('opens a chosen library although two others do not respond', async () => {
  const { known, list, makeLibrary, work, chosen, handlers, clock, hang } = await openLibrary()
  for (const name of ['a', 'b']) {
    const folder = await makeLibrary(name)
    await known.add(folder, work)
    hang(folder)
  }
  const listed = list()
  await clock.advance(4000)
  expect(await listed).toEqual(['work open', 'a missing', 'b missing'])
  chosen.push(await makeLibrary('holiday'))
  expect(await handlers['libraries.open_existing']()).toEqual({ state: 'restarting' })
})

it('removes a library by its listed path, without resolving it again', async () => {
  const { known, handlers, makeLibrary, work, root, list, idOf } = await openLibrary()
  const network = await makeLibrary('network')
  await known.add(network, work)
  const id = await idOf('network')
  // Another folder under the same name, so that a path that is resolved again would be another one.
  rmSync(network, { recursive: true })
  symlinkSync(await makeLibrary('elsewhere'), network)
  expect(await idOf('network')).toBe(id)
  await handlers['libraries.remove']({ id })
  expect(await list()).toEqual(['work open'])
  expect(existsSync(join(root, 'elsewhere', 'easel.db'))).toBe(true)
})

it('creates a library in an empty folder and opens it after a confirmation', async () => {
  const { root, known, chosen, restart, handlers, work } = await openLibrary()
  const folder = join(root, 'holiday')
  mkdirSync(folder)
  chosen.push(folder)
  expect(await handlers['libraries.create']()).toEqual({ state: 'restarting' })
  expect(restart.mock.calls[0]?.[0]).toEqual({
    kind: 'open',
    name: 'holiday',
    openName: 'work',
    isBackup: false,
  })
  expect(existsSync(join(folder, 'easel.db'))).toBe(true)
  expect(known.all).toEqual([folder, work])
})

it('keeps a new library in the list if the user doesn’t restart, and opens the same one as before', async () => {
  const { root, known, chosen, handlers, work, list } = await openLibrary({ isConfirmed: false })
  mkdirSync(join(root, 'holiday'))
  chosen.push(join(root, 'holiday'))
  expect(await handlers['libraries.create']()).toEqual({ state: 'cancelled' })
  expect(known.first.folder).toBe(work)
  expect(await list()).toEqual(['work open', 'holiday available'])
})

it('does nothing when a dialog is cancelled', async () => {
  const { handlers, restart, maintenance, known } = await openLibrary()
  for (const route of [
    'libraries.create',
    'libraries.open_existing',
    'libraries.restore',
    'libraries.move',
  ] as const)
    expect(await handlers[route]()).toEqual({ state: 'cancelled' })
  expect(restart).not.toHaveBeenCalled()
  expect(maintenance.move).not.toHaveBeenCalled()
  expect(known.all).toEqual([])
})

it('creates no library beside other files or another library', async () => {
  const { root, chosen, handlers, makeLibrary } = await openLibrary()
  mkdirSync(join(root, 'photos'))
  writeFileSync(join(root, 'photos', 'a.jpg'), '')
  chosen.push(join(root, 'photos'), await makeLibrary('holiday'))
  await expect(handlers['libraries.create']()).rejects.toMatchObject({
    problem: { code: 'folder_not_empty' },
  })
  await expect(handlers['libraries.create']()).rejects.toMatchObject({
    problem: { code: 'folder_has_library' },
  })
  expect(readdirSync(join(root, 'photos'))).toEqual(['a.jpg'])
})

it('refuses to open a folder without a library, and one that is in use, newer or missing, and does not restart', async () => {
  const { root, chosen, handlers, makeLibrary, restart, known, work, idOf } = await openLibrary()
  const [used, newer] = [await makeLibrary('used'), await makeLibrary('newer')]
  const lock = lockLibrary(used)
  onTestFinished(() => lock.release())
  const database = new DatabaseSync(join(newer, 'easel.db'))
  database.exec('PRAGMA user_version = 999')
  database.close()
  const before = readFileSync(join(newer, 'easel.db'))
  mkdirSync(join(root, 'empty'))
  for (const [folder, code] of [
    [used, 'library_in_use'],
    [newer, 'database_newer'],
    [join(root, 'empty'), 'not_a_library'],
    [join(root, 'gone'), 'library_missing'],
  ] as const) {
    chosen.push(folder)
    await expect(handlers['libraries.open_existing'](), code).rejects.toMatchObject({ problem: { code } })
  }
  await known.add(join(root, 'gone'), work)
  await expect(handlers['libraries.open']({ id: await idOf('gone') })).rejects.toMatchObject({
    problem: { code: 'library_missing' },
  })
  expect(readFileSync(join(newer, 'easel.db'))).toEqual(before)
  expect(restart).not.toHaveBeenCalled()
})

it('removes a library from the list but keeps its files, and refuses to remove the open one', async () => {
  const { handlers, known, makeLibrary, work, list, idOf } = await openLibrary()
  const holiday = await makeLibrary('holiday')
  await known.setFirst(work)
  await known.add(holiday, work)
  await handlers['libraries.remove']({ id: await idOf('holiday') })
  expect(await list()).toEqual(['work open'])
  expect(existsSync(join(holiday, 'easel.db'))).toBe(true)
  await expect(handlers['libraries.remove']({ id: await idOf('work') })).rejects.toMatchObject({
    problem: { code: 'library_missing' },
  })
})

it('moves during a restart if the target is on the same file system; otherwise copies the files first', async () => {
  const { handlers, chosen, maintenance, known, work, root, restart } = await openLibrary({
    status: { ...RUN, kind: 'move', state: 'done', target: '/media/disk' },
  })
  const [target, otherDisk] = [join(root, 'target'), join(root, 'disk')]
  for (const folder of [target, otherDisk]) mkdirSync(folder)
  maintenance.move.mockResolvedValueOnce({ to: target, by: 'rename' })
  chosen.push(target)
  expect(await handlers['libraries.move']()).toEqual({ state: 'restarting' })
  expect(known.first.folder).toBe(work)
  expect(existsSync(join(work, 'easel-moving.json'))).toBe(true)
  restart.mockClear()
  await expect(handlers['libraries.finish_move']()).rejects.toMatchObject({
    problem: { code: 'library_missing' },
  })
  maintenance.move.mockResolvedValueOnce({ to: otherDisk, by: 'copy' })
  chosen.push(otherDisk)
  expect(await handlers['libraries.move']()).toEqual({ state: 'started' })
  expect(restart).not.toHaveBeenCalled()
})

/** A folder that a backup was made to. */
function makeBackup(root: string): string {
  const backup = join(root, 'backup')
  mkdirSync(join(backup, 'backups'), { recursive: true })
  new DatabaseSync(join(backup, 'backups', 'easel-2026-11-25T10-00-00.db')).close()
  writeFileSync(join(backup, 'easel-backup.json'), '{}')
  return backup
}

it('restores only a backup, to the folder that is chosen after it, and lists the library when it is complete', async () => {
  const { handlers, chosen, maintenance, root, list } = await openLibrary()
  const backup = makeBackup(root)
  chosen.push(root)
  await expect(handlers['libraries.restore']()).rejects.toMatchObject({ problem: { code: 'not_a_backup' } })
  mkdirSync(join(root, 'restored'))
  chosen.push(backup, join(root, 'restored'))
  expect(await handlers['libraries.restore']()).toEqual({ state: 'started' })
  expect(maintenance.restore).toHaveBeenCalledExactlyOnceWith(
    backup,
    join(root, 'restored'),
    expect.any(Function),
  )
  expect(await list()).toEqual(['work open'])
  await maintenance.restore.mock.calls[0]?.[2](join(root, 'restored'))
  expect(await list()).toEqual(['work open', 'restored missing'])
})

it('asks for confirmation that an opened backup becomes a library, and adds no lock file to it', async () => {
  const { handlers, chosen, restart, root } = await openLibrary()
  const backup = makeBackup(root)
  chosen.push(backup)
  expect(await handlers['libraries.open_existing']()).toEqual({ state: 'restarting' })
  expect(restart.mock.calls[0]?.[0]).toMatchObject({ name: 'backup', isBackup: true })
  expect(readdirSync(backup).toSorted()).toEqual(['backups', 'easel-backup.json'])
})

it('refuses to restore or move while a backup runs, before asking for folders', async () => {
  const { handlers, chosen, maintenance } = await openLibrary({
    status: { ...RUN, kind: 'backup', state: 'running', target: '/b' },
  })
  chosen.push('/a', '/b')
  const refusal = { problem: { code: 'maintenance_running' } }
  await expect(handlers['libraries.restore']()).rejects.toMatchObject(refusal)
  await expect(handlers['libraries.move']()).rejects.toMatchObject(refusal)
  expect(maintenance.restore).not.toHaveBeenCalled()
  expect(chosen).toHaveLength(2)
})
