import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { SOURCE_MARKER, TARGET_MARKER } from '../../../studio/storage/files/libraryFolder.ts'
import { openStudioDatabase } from '../../../studio/storage/openStudioDatabase.ts'
import { requestMove } from '../../../studio/library/maintenance/moveLibrary.ts'
import { fakeClock } from '../../../studio/testing/fakeClock.ts'
import { memoryLog } from '../../../studio/testing/memoryLog.ts'
import { smallDisk, temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'
import { sandboxStudio } from '../../../studio/testing/worlds/sandboxStudio.ts'
import { findStartFolder } from '../start/dataFolder.ts'
import { finishMove } from './finishMove.ts'
import { KnownLibraries } from './KnownLibraries.ts'

const CRASHING_START = fileURLToPath(new URL('./testing/crashingStart.ts', import.meta.url))
/** Files of a library that the studio doesn't create in these tests. */
const OTHER_FILES = [
  'operations.json',
  'browser-name',
  'window/bounds.json',
  'logs/easel.log',
  'thumbs/ab/abc.webp',
  'found/lost.png',
]

/** A closed library with a saved image and an unsent job, beside a file of the user. */
async function closedLibrary(folder: string): Promise<void> {
  const { studio, close } = await sandboxStudio({ flavour: 'spec', dataFolder: folder })
  const { handlers } = studio
  const operation = 'txt2img'
  await handlers['models.refresh']()
  const model = (await handlers['models.list']({ operation })).models[0]?.slug ?? ''
  const { defaults } = await handlers['forms.open']({ operation, model })
  const enqueue = (seed: number) =>
    handlers['jobs.enqueue']({
      operation,
      model,
      values: { ...defaults, prompt: 'a fox', seed },
      idempotencyKey: `key-${seed}-0000`,
      quote: null,
      another: true,
    })
  const { id } = await enqueue(1)
  const readState = async () => (await handlers['jobs.get']({ id })).state
  await expect.poll(readState, { interval: 20 }).toBe('saved')
  await handlers['queue.pause']()
  await enqueue(2)
  await close()
  for (const file of OTHER_FILES) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
  symlinkSync('nowhere-1234', join(folder, 'window', 'SingletonLock'))
  writeFileSync(join(folder, 'letter.txt'), 'mine')
}

/**
 * The jobs of a library with their states, and its files except the database with their hashes. Fails if the database was replaced or not
 * closed properly.
 */
async function readLibrary(folder: string) {
  const opened = openStudioDatabase({ dataFolder: folder, log: memoryLog(), clock: fakeClock() })
  expect(opened.notices).toEqual([])
  const jobs = opened.database.all('SELECT id, state FROM jobs ORDER BY id').map((row) => ({ ...row }))
  await opened.close()
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !/^(easel\.(db|lock)|letter\.txt|easel-)/.test(name))
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return { jobs, files: names.toSorted().map((name) => [name, hash(name)]) }
}

/** A copy of a library with a pending move, the list of libraries that contains it, and functions that start the move or crash it. */
async function requestedMove(template: string, to: string, by: 'rename' | 'copy') {
  const root = temporaryFolder()
  const from = join(root, 'old')
  cpSync(template, from, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  mkdirSync(to, { recursive: true })
  const config = join(root, 'config')
  const known = new KnownLibraries(config, join(root, 'default'))
  await known.setFirst(from)
  await requestMove(from, { to, by })
  const crash = (data: string | null, step: number) =>
    spawnSync(process.execPath, [CRASHING_START, config, join(root, 'default'), data ?? '', String(step)], {
      encoding: 'utf8',
    })
  const start = async (data: string | null) => {
    const found = await findStartFolder(data, known)
    const library = await readLibrary(found.folder)
    await finishMove(found.folder, known, memoryLog())
    return { ...found, library }
  }
  return { root, from, to, known, crash, start }
}

it.each(['rename', 'copy'] as const)(
  'a move by %s that is killed at any step is completed by the next start, from either folder, and loses nothing',
  async (by) => {
    const template = temporaryFolder()
    await closedLibrary(template)
    const before = await readLibrary(template)
    expect(before.jobs.map(({ state }) => String(state)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'queued',
      'saved',
    ])
    const uninterrupted = await requestedMove(template, join(temporaryFolder(), 'new'), by)
    const { stdout, stderr } = uninterrupted.crash(null, 0)
    expect(stderr).toBe('')
    const steps = Number(stdout)
    expect(steps).toBeGreaterThan(20)
    // Every second step of a copy, because each takes a start of its own.
    for (let step = 1; step <= steps; step += by === 'copy' ? 2 : 1) {
      const { from, to, known, crash, start } = await requestedMove(
        template,
        join(temporaryFolder(), 'new'),
        by,
      )
      const { signal } = crash(null, step)
      expect(signal, `step ${step}`).toBe('SIGKILL')
      // Until the old folder is cleaned up, each of the folders leads to the library.
      const data = existsSync(join(from, 'easel-moving.json')) ? ([null, from, to][step % 3] ?? null) : null
      const { folder, moveError, library } = await start(data)
      expect(moveError, `step ${step}`).toBeNull()
      expect(folder, `step ${step}`).toBe(to)
      expect(library, `step ${step}`).toEqual(before)
      expect(readdirSync(from), `step ${step}`).toEqual(['letter.txt'])
      expect(readdirSync(to).filter((name) => /easel-|copying|part/.test(name))).toEqual([])
      expect(known.first.folder, `step ${step}`).toBe(to)
    }
  },
)

it('a move to a full disk leaves the library where it was, and continues after space was freed', async (context) => {
  const template = temporaryFolder()
  await closedLibrary(template)
  const before = await readLibrary(template)
  const disk = smallDisk(context, 8)
  writeFileSync(join(disk, 'filler'), Buffer.alloc(7 << 20))
  const { from, to, start } = await requestedMove(template, join(disk, 'new'), 'copy')
  const failed = await start(null)
  expect(failed.folder).toBe(from)
  expect(failed.moveError).toMatchObject({ code: 'ENOSPC' })
  expect(failed.library).toEqual(before)
  expect(readdirSync(to, { recursive: true }).filter((name) => String(name).includes('copying'))).toEqual([])
  await expect(start(to)).rejects.toMatchObject({ problem: { code: 'library_unfinished' } })

  rmSync(join(disk, 'filler'))
  await requestMove(from, { to, by: 'copy' })
  const moved = await start(null)
  expect(moved.folder).toBe(to)
  expect(moved.library).toEqual(before)
  expect(readdirSync(from)).toEqual(['letter.txt'])
})

it('a library whose new folder is gone at the start opens where it was', async () => {
  const template = temporaryFolder()
  await closedLibrary(template)
  for (const by of ['rename', 'copy'] as const) {
    const { from, to, start } = await requestedMove(template, join(temporaryFolder(), 'new'), by)
    rmSync(to, { recursive: true })
    const { folder, moveError } = await start(null)
    expect(folder).toBe(from)
    expect(moveError).toMatchObject({ problem: { code: 'library_missing' } })
    expect((await start(null)).moveError).toBeNull()
  }
})

it('a moved library whose disk is gone is missing, and its old folder opens nothing else', async () => {
  const template = temporaryFolder()
  await closedLibrary(template)
  const { from, to, start } = await requestedMove(template, join(temporaryFolder(), 'new'), 'copy')
  await start(null)
  const hidden = `${to}-unplugged`
  cpSync(to, hidden, { recursive: true, verbatimSymlinks: true })
  rmSync(to, { recursive: true })
  mkdirSync(to)
  await expect(start(null)).rejects.toMatchObject({ problem: { code: 'library_missing' } })
  expect(readdirSync(to)).toEqual([])
  expect(existsSync(join(from, 'easel.db'))).toBe(false)
})

it('moves to another file system while the library is open, and completes at the start', async (context) => {
  const disk = smallDisk(context, 64)
  const root = temporaryFolder()
  const from = join(root, 'old')
  await closedLibrary(from)
  const before = await readLibrary(from)
  const { studio, close } = await sandboxStudio({ flavour: 'spec', dataFolder: from })
  const to = join(disk, 'new')
  mkdirSync(to)
  expect(await studio.maintenance.move(to)).toEqual({ to, by: 'copy' })
  await expect.poll(() => studio.maintenance.status?.state).toBe('done')
  expect(studio.maintenance.status).toMatchObject({ kind: 'move', problemCount: 0, target: to })
  const copied = statSync(join(to, 'thumbs/ab/abc.webp'))
  expect(existsSync(join(to, 'easel.db'))).toBe(false)
  await studio.maintenance.move(to)
  await expect.poll(() => studio.maintenance.status?.state).toBe('done')
  const { files, filesSkipped } = studio.maintenance.status ?? {}
  expect(filesSkipped).toBe(files)
  await close()
  // A crash before the restart that completes the move.
  const known = new KnownLibraries(join(root, 'config'), join(root, 'default'))
  await known.setFirst(from)
  expect(await findStartFolder(null, known)).toMatchObject({ folder: from, moveError: null })
  await expect(findStartFolder(to, known)).rejects.toMatchObject({ problem: { code: 'library_unfinished' } })
  // Deleted and changed after they were copied.
  rmSync(join(from, 'found/lost.png'))
  writeFileSync(join(from, 'inputs/changed'), 'new')
  writeFileSync(join(to, 'inputs/changed'), 'an older one')
  await requestMove(from, { to, by: 'copy' })
  const { folder, moveError } = await findStartFolder(null, known)
  expect([folder, moveError]).toEqual([to, null])
  // What was copied before is not copied again.
  expect(statSync(join(to, 'thumbs/ab/abc.webp')).ino).toBe(copied.ino)
  expect(existsSync(join(to, 'found/lost.png'))).toBe(false)
  expect(readFileSync(join(to, 'inputs/changed'), 'utf8')).toBe('new')
  const library = await readLibrary(to)
  expect(library.jobs).toEqual(before.jobs)
  await finishMove(to, known, memoryLog())
  expect(readdirSync(from)).toEqual(['letter.txt'])
  onTestFinished(() => rmSync(to, { recursive: true, force: true }))
})

it.each([
  ['missing', false],
  ['an empty mount point', true],
])(
  'a move whose old folder is %s is logged only once a start has deleted the old files',
  async (_, isMountPoint) => {
    const root = temporaryFolder()
    const [from, disconnected, to] = [join(root, 'old'), join(root, 'disconnected'), join(root, 'new')]
    mkdirSync(disconnected)
    mkdirSync(to)
    writeFileSync(join(disconnected, 'easel.db'), '')
    writeFileSync(
      join(disconnected, SOURCE_MARKER),
      JSON.stringify({ to, by: 'copy', isComplete: true, left: [] }),
    )
    writeFileSync(join(to, TARGET_MARKER), JSON.stringify({ kind: 'moved', from }))
    const known = new KnownLibraries(join(root, 'config'), join(root, 'default'))
    await known.setFirst(from)
    if (isMountPoint) mkdirSync(from)
    const log = memoryLog()
    await finishMove(to, known, log)
    expect(log.lines).toEqual([])
    expect(known.first.folder).toBe(to)
    renameSync(disconnected, from)
    await finishMove(to, known, log)
    expect(log.lines).toEqual([{ level: 'info', message: 'The library was moved', facts: { from } }])
    expect(existsSync(from)).toBe(false)
    await finishMove(to, known, log)
    expect(log.lines).toHaveLength(1)
  },
)
