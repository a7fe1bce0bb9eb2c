import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import { migrations } from '../../storage/migrations/index.ts'
import { pngChunk, pngOf, pngWith } from '../../testing/media/images.ts'
import { smallDisk, temporaryFolder } from '../../testing/temporaryFolder.ts'
import { databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { openLibrary } from './testing.ts'

const A1111 = 'a quiet harbour\nSteps: 20, Seed: 42, Size: 4x4, Model: dreamshaper_8'
const withParameters = pngWith(pngChunk('tEXt', Buffer.from(`parameters\0${A1111}`)))

/** The content of all files of a folder, by path. */
const contentOf = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )

it('imports results of a library that is open elsewhere with their dates, parameters, stars, tags and collections', async () => {
  const other = await openLibrary()
  const made = await other.generate('a red lighthouse and/or a boat', 11)
  const imported = await other.add('harbour.png', withParameters)
  const trashed = await other.add('trashed.png', pngOf(9, 9, 1))
  await other.handlers['library.trash']({ ids: [trashed] })
  await other.handlers['library.star']({ ids: [made], starred: true })
  await other.handlers['library.rate']({ ids: [made], rating: 4 })
  await other.handlers['library.tag']({ ids: [made, imported], add: ['sea', 'Norway'], remove: [] })
  await other.handlers['library.note']({ id: made, note: 'for the calendar' })
  const outer = await other.handlers['collections.create']({ name: 'Calendar' })
  await other.handlers['collections.create']({ name: 'July', parentId: outer.id, ids: [made] })
  const original = await other.handlers['library.asset']({ id: made })

  const own = await openLibrary()
  own.skip(86_400_000)
  await own.add('newest.png', pngOf(7, 7, 2))
  const spentBefore = await own.handlers['spend.summary']()
  const events: StudioEvent[] = []
  own.studio.onEvent((event) => events.push(event))
  const status = await own.importLibrary(other.dataFolder)
  await expect.poll(() => events).toContainEqual(expect.objectContaining({ isReordered: true }))
  expect(status).toMatchObject({ content: 'library', state: 'done', files: 2, added: 2, duplicates: 0 })
  expect(status?.failures).toEqual([])

  const [newest, harbour, lighthouse] = await own.list()
  expect([newest?.title, harbour?.title]).toEqual(['newest.png', 'harbour.png'])
  const id = lighthouse?.id ?? ''
  const detail = await own.handlers['library.asset']({ id })
  expect(detail).toMatchObject({
    title: original.title,
    parameters: null,
    tags: ['Norway', 'sea'],
    note: 'for the calendar',
    collections: [{ name: 'July' }],
    asset: {
      jobId: null,
      createdAt: original.asset.createdAt,
      sha256: original.asset.sha256,
      rating: 4,
      width: original.asset.width,
    },
  })
  expect(detail.asset.starredAt).toBe(original.asset.starredAt ?? (await other.list())[1]?.starredAt)
  expect(readFileSync(own.fileOf(id)).equals(readFileSync(other.fileOf(made)))).toBe(true)
  expect(await own.handlers['files.parameters']({ id })).toMatchObject({
    found: {
      form: 'easel',
      operation: 'txt2img',
      model: { slug: original.parameters?.model.slug },
      values: { prompt: 'a red lighthouse and/or a boat', seed: 11 },
    },
  })
  expect(JSON.parse(readFileSync(`${own.fileOf(id)}.json`, 'utf8'))).toMatchObject({
    operation: 'txt2img',
    operationName: original.parameters?.operationName,
    values: { prompt: 'a red lighthouse and/or a boat', seed: 11 },
    seed: 11,
  })
  expect(await own.handlers['files.parameters']({ id: harbour?.id ?? '' })).toMatchObject({
    found: { form: 'a1111', values: { prompt: 'a quiet harbour', seed: 42 } },
  })
  expect(await own.titles({ search: 'red light' })).toEqual([original.title])
  expect(await own.titles({ search: 'norway' })).toHaveLength(2)
  expect(await own.titles({ conditions: [{ field: 'imported', is: true }] })).toHaveLength(3)
  const { collections } = await own.handlers['collections.list']()
  const calendar = collections.find(({ name }) => name === 'Calendar')
  expect(collections.find(({ name }) => name === 'July')?.parentId).toBe(calendar?.id)
  // Its jobs and money stay where they are.
  expect((await own.handlers['jobs.list']({ scope: 'recent', limit: 10, before: null })).jobs).toEqual([])
  expect(await own.handlers['spend.summary']()).toEqual(spentBefore)
  // Nothing is left of the copy of the database.
  expect(readdirSync(join(own.dataFolder, 'unfinished-imports'))).toEqual([])
})

it('a library that is imported again adds nothing, and its files and database are never changed', async () => {
  const other = await openLibrary()
  for (let n = 0; n < 3; n++) await other.add(`${n}.png`, pngOf(8, 8, n + 1))
  await other.close()
  const before = contentOf(other.dataFolder)
  const own = await openLibrary()
  await own.add('mine.png', pngOf(8, 8, 1))
  expect(await own.importLibrary(other.dataFolder)).toMatchObject({ state: 'done', added: 2, duplicates: 1 })
  expect(await own.importLibrary(other.dataFolder)).toMatchObject({ state: 'done', added: 0, duplicates: 3 })
  expect(await own.titles()).toHaveLength(3)
  expect(contentOf(other.dataFolder)).toEqual(before)
})

it('a backup of the open library brings back deleted results', async () => {
  const own = await openLibrary()
  const id = await own.add('kept.png', pngOf(8, 8, 1))
  const deleted = await own.add('deleted.png', pngOf(8, 8, 2))
  const folder = temporaryFolder()
  // With other files in it, so that the backup gets a folder of its own.
  writeFileSync(join(folder, 'notes.txt'), 'notes')
  await own.studio.maintenance.backUp(folder)
  await expect.poll(async () => (await own.handlers['maintenance.status']())?.state).toBe('done')
  await own.handlers['library.trash']({ ids: [deleted] })
  await own.handlers['library.empty_trash']()
  expect((await own.list()).map((tile) => tile.id)).toEqual([id])
  const status = await own.importLibrary(folder)
  expect(status).toMatchObject({ content: 'library', state: 'done', added: 1, duplicates: 1 })
  expect(await own.titles()).toEqual(['deleted.png', 'kept.png'])
})

it('a folder that is a library is imported as one, even if the user imports it as a folder', async () => {
  const other = await openLibrary()
  await other.add('a.png', withParameters)
  await other.handlers['library.note']({ id: (await other.list())[0]?.id ?? '', note: 'noted' })
  const own = await openLibrary()
  const status = await own.waitForEnd(own.studio.imports.startPaths([other.dataFolder]))
  expect(status).toMatchObject({ content: 'library', state: 'done', files: 1, added: 1 })
  expect((await own.handlers['library.asset']({ id: (await own.list())[0]?.id ?? '' })).note).toBe('noted')
})

it('a library in a folder of other files is left out with a message', async () => {
  const other = await openLibrary()
  await other.add('a.png', pngOf(8, 8, 1))
  await other.close()
  const folder = temporaryFolder()
  cpSync(other.dataFolder, join(folder, 'Easel'), { recursive: true })
  writeFileSync(join(folder, 'photo.png'), pngOf(8, 8, 2))
  const own = await openLibrary()
  expect(await own.waitForEnd(own.studio.imports.startPaths([folder]))).toMatchObject({
    content: 'files',
    state: 'done',
    added: 1,
    failures: [{ name: 'Easel', problem: { code: 'import_library_among_files' } }],
  })
  const beside = join(folder, 'photo.png')
  const together = own.studio.imports.startPaths([join(folder, 'Easel'), beside])
  expect(await own.waitForEnd(together)).toMatchObject({
    state: 'done',
    added: 0,
    duplicates: 1,
    failures: [{ name: 'Easel', problem: { code: 'import_library_among_files' } }],
  })
})

it('a full disk ends the import, and what was added stays complete', async (context) => {
  const other = await openLibrary()
  // Together larger than the disk, whatever else is on it.
  for (let n = 0; n < 6; n++) await other.add(`${n}.png`, pngOf(1400, 1400, n + 1))
  const own = await openLibrary(smallDisk(context, 24))
  const status = await own.importLibrary(other.dataFolder)
  expect(status).toMatchObject({ state: 'failed', problem: { code: 'disk_full', money: 'none' } })
  const titles = await own.titles()
  expect(titles.length).toBe(status?.added)
  expect(titles.length).toBeLessThan(6)
  for (const { id, bytes } of await own.list()) expect(readFileSync(own.fileOf(id)).length).toBe(bytes)
  expect(readdirSync(join(own.dataFolder, 'unfinished-imports'))).toEqual([])
})

const href = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

it.each([1, 12, 30])(
  'an import that was killed after %i results is completed without duplicates',
  async (killedAfter) => {
    const other = await openLibrary()
    for (let n = 0; n < 40; n++) await other.add(`${100 + n}.png`, pngOf(8, 8, n + 1))
    const dataFolder = temporaryFolder()
    const script = `import { createStudio } from ${href('../../createStudio.ts')}
    import { randomUUID } from 'node:crypto'
    const none = () => Promise.reject(new Error('none'))
    const after = (ms, run) => { const timer = setTimeout(run, ms); return () => clearTimeout(timer) }
    const studio = await createStudio({
      version: '0', dataFolder: ${JSON.stringify(dataFolder)}, clock: { now: Date.now, after }, random: Math.random, uuid: randomUUID,
      dispatcher: {}, keychain: { get: async () => null, set: none, delete: none }, sandbox: { start: none }, environment: null,
      log: { info() {}, warn() {}, error() {} },
    })
    const id = studio.imports.startLibrary(${JSON.stringify(other.dataFolder)})
    for (;;) {
      process.stdout.write(' ' + (await studio.handlers['imports.status']({ id })).added)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let reported = ''
    child.stdout.on('data', (part: Buffer) => (reported += part.toString('utf8')))
    const added = () => Number(reported.split(' ').at(-2) ?? 0)
    await expect.poll(added, { interval: 1 }).toBeGreaterThanOrEqual(killedAfter)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(readdirSync(join(dataFolder, 'unfinished-imports'))).toHaveLength(1)

    const own = await openLibrary(dataFolder)
    const kept = (await own.titles()).length
    expect(kept).toBeGreaterThanOrEqual(killedAfter)
    expect(kept).toBeLessThan(40)
    const status = await own.importLibrary(other.dataFolder)
    expect(status).toMatchObject({ state: 'done', added: 40 - kept, duplicates: kept, failureCount: 0 })
    expect(new Set(await own.titles()).size).toBe(40)
    await expect.poll(() => readdirSync(join(dataFolder, 'unfinished-imports'))).toEqual([])
  },
)

it('missing and changed files are listed by name, and all other files are imported', async () => {
  const other = await openLibrary()
  const missing = await other.add('missing.png', pngOf(8, 8, 1))
  const changed = await other.add('changed.png', pngOf(8, 8, 2))
  const cut = await other.add('cut.png', pngOf(8, 8, 3))
  await other.add('intact.png', pngOf(8, 8, 4))
  rmSync(other.fileOf(missing))
  writeFileSync(other.fileOf(changed), pngOf(8, 8, 99))
  writeFileSync(other.fileOf(cut), pngOf(8, 8, 3).subarray(0, 60))
  const own = await openLibrary()
  expect(await own.importLibrary(other.dataFolder)).toMatchObject({
    state: 'done',
    files: 4,
    filesDone: 4,
    added: 1,
    failureCount: 3,
    failures: [
      { name: 'missing.png', problem: { code: 'import_file_missing' } },
      { name: 'changed.png', problem: { code: 'import_file_changed' } },
      { name: 'cut.png', problem: { code: 'import_file_changed' } },
    ],
  })
  expect(await own.titles()).toEqual(['intact.png'])
})

it('rows with invalid paths and hashes are rejected, and invalid dates and parameters are corrected', async () => {
  const other = await openLibrary()
  const secret = join(other.dataFolder, 'secret.png')
  writeFileSync(secret, pngOf(8, 8, 9))
  const names = ['outside.png', 'future.png', 'no hash.png', 'parameters.png']
  for (const [n, name] of names.entries()) await other.add(name, pngOf(8, 8, n + 1))
  await other.close()
  const database = new DatabaseSync(join(other.dataFolder, 'easel.db'))
  const hash = createHash('sha256').update(readFileSync(secret)).digest('hex')
  database.exec(`UPDATE assets SET path = '../secret.png', sha256 = '${hash}' WHERE name = 'outside.png' AND role = 'result';
    UPDATE assets SET created_at = 99999999999999, kind = 'video', mime = 'text/html' WHERE name = 'future.png' AND role = 'result';
    UPDATE assets SET sha256 = 'none' WHERE name = 'no hash.png' AND role = 'result';
    INSERT INTO imported_parameters SELECT id, '{"form":"nonsense"' FROM assets WHERE name = 'parameters.png' AND role = 'result';`)
  database.close()
  const own = await openLibrary()
  expect(await own.importLibrary(other.dataFolder)).toMatchObject({
    state: 'done',
    added: 2,
    failures: [
      { name: 'outside.png', problem: { code: 'import_file_missing' } },
      { name: 'no hash.png', problem: { code: 'import_result_invalid' } },
    ],
  })
  const tiles = await own.list()
  expect(tiles.map(({ title }) => title).sort()).toEqual(['future.png', 'parameters.png'])
  const future = tiles.find(({ title }) => title === 'future.png')
  expect(future).toMatchObject({ kind: 'image', mime: 'image/png' })
  expect(future?.createdAt).toBeLessThanOrEqual(Date.now())
})

it('a library of an earlier version is imported without being migrated', async () => {
  // Before ratings, notes and tags.
  const { open, dataFolder, file } = databaseWorld()
  const old = open(migrations.slice(0, 13))
  const bytes = pngOf(8, 8, 5)
  mkdirSync(join(dataFolder, 'library/2025/01'), { recursive: true })
  writeFileSync(join(dataFolder, 'library/2025/01/old.png'), bytes)
  old.database.run(
    `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, width, height, created_at, name)
       VALUES ('a', 'result', 'image', 'image/png', 'png', '2025/01/old.png', ?, ?, 8, 8, 1736000000000, 'old.png')`,
    bytes.length,
    createHash('sha256').update(bytes).digest('hex'),
  )
  await old.close()
  const before = readFileSync(file)
  const own = await openLibrary()
  expect(await own.importLibrary(dataFolder)).toMatchObject({ state: 'done', added: 1 })
  expect(await own.list()).toMatchObject([{ title: 'old.png', createdAt: 1_736_000_000_000 }])
  expect(readFileSync(file).equals(before)).toBe(true)
})

it('the open library, newer or damaged ones and other folders are rejected before anything is imported', async () => {
  const other = await openLibrary()
  await other.add('a.png', pngOf(8, 8, 1))
  await other.close()
  const copyOf = (change: (file: string) => void) => {
    const folder = temporaryFolder()
    cpSync(other.dataFolder, folder, { recursive: true })
    change(join(folder, 'easel.db'))
    return folder
  }
  const newer = copyOf((file) => {
    const database = new DatabaseSync(file)
    database.exec(`PRAGMA user_version = ${migrations.length + 1}`)
    database.close()
  })
  const damaged = copyOf((file) => {
    const bytes = readFileSync(file)
    bytes.fill(0xee, 8192, bytes.length - 4096)
    writeFileSync(file, bytes)
  })
  const noDatabase = copyOf((file) => writeFileSync(file, 'this is not a database'.repeat(100)))
  const empty = copyOf((file) => writeFileSync(file, ''))
  const own = await openLibrary()
  const codeOf = async (folder: string) => (await own.importLibrary(folder))?.problem?.code
  expect(await codeOf(own.dataFolder)).toBe('import_own_library')
  expect(await codeOf(newer)).toBe('import_library_newer')
  expect(await codeOf(damaged)).toBe('import_library_damaged')
  expect(await codeOf(noDatabase)).toBe('import_library_damaged')
  expect(await codeOf(empty)).toBe('import_library_damaged')
  expect(await codeOf(temporaryFolder())).toBe('not_a_library')
  expect(await codeOf(join(temporaryFolder(), 'gone'))).toBe('not_a_library')
  expect(await own.titles()).toEqual([])
  expect(readdirSync(join(own.dataFolder, 'unfinished-imports'))).toEqual([])
})

it('a cancelled or interrupted import is completed by repeating it, without duplicates', async () => {
  const other = await openLibrary()
  for (let n = 0; n < 60; n++) await other.add(`${100 + n}.png`, pngOf(8, 8, n + 1))
  const own = await openLibrary()
  const id = own.studio.imports.startLibrary(other.dataFolder)
  const status = () => own.handlers['imports.status']({ id })
  await expect.poll(async () => (await status())?.added, { interval: 5 }).toBeGreaterThan(0)
  await own.handlers['imports.cancel']({ id })
  const { state, added = 0 } = (await own.waitForEnd(id)) ?? {}
  expect(state).toBe('cancelled')
  expect(await own.titles()).toHaveLength(added)
  own.studio.imports.startLibrary(other.dataFolder)
  await own.close()
  // What a crash leaves.
  mkdirSync(join(own.dataFolder, 'unfinished-imports', 'left'), { recursive: true })

  const restarted = await openLibrary(own.dataFolder)
  await expect.poll(() => readdirSync(join(own.dataFolder, 'unfinished-imports'))).toEqual([])
  expect(await restarted.importLibrary(other.dataFolder)).toMatchObject({ state: 'done', failureCount: 0 })
  const titles = await restarted.titles()
  expect(titles).toHaveLength(60)
  expect(new Set(titles).size).toBe(60)
})
