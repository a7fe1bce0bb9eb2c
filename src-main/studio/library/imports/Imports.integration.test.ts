import { pbkdf2 } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Condition } from '../../../../src-preload/contract/types/filter.ts'
import { wavOf } from '../../testing/media/audioVideo.ts'
import { pngChunk, pngOf, pngWith } from '../../testing/media/images.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'
import { importFiles } from './importFiles.ts'
import { ImportProgress } from './ImportProgress.ts'

const TEXT = 'a quiet harbour\nSteps: 20, Seed: 42, Size: 4x4, Model: dreamshaper_8'
const withParameters = pngWith(pngChunk('tEXt', Buffer.from(`parameters\0${TEXT}`)))
const FOUND = {
  form: 'a1111',
  model: { slug: null, name: 'dreamshaper_8' },
  values: { prompt: 'a quiet harbour', seed: 42, steps: 20, width: 4, height: 4 },
}

/** A studio, and functions that import a file, import a folder to its end, and list results. */
async function setUp() {
  const world = await sandboxStudio({ flavour: 'spec' })
  const { studio } = world
  const { handlers } = studio
  const store = async (name: string, bytes: Buffer) => {
    const path = join(temporaryFolder(), 'file')
    writeFileSync(path, bytes)
    return studio.inputs.store({ path }, { name })
  }
  const add = async (name: string, bytes: Buffer) =>
    handlers['imports.add']({ id: (await store(name, bytes)).id })
  const importFolder = async (folder: string) => {
    const id = studio.imports.startPaths([folder])
    await expect
      .poll(async () => (await handlers['imports.status']({ id }))?.state)
      .toMatch(/^(done|failed|cancelled)$/)
    return handlers['imports.status']({ id })
  }
  const list = async ({ search = '', conditions = [] as Condition[], trash = false } = {}) =>
    (
      await handlers['library.page']({
        before: null,
        limit: 100,
        filter: { trash, search, conditions },
        sort: { by: 'date', descending: true },
      })
    ).tiles.map(({ title }) => title)
  return { ...world, handlers, store, add, importFolder, list }
}

it('an imported file is an unchanged result without a job or price, found by its prompt and name', async () => {
  const { handlers, add, list, dataFolder } = await setUp()
  const { id, ...outcome } = await add('Harbour.png', withParameters)
  expect(outcome).toEqual({ isNew: true, isTrashed: false, isRestored: false })
  const detail = await handlers['library.asset']({ id })
  expect(detail).toMatchObject({
    title: 'Harbour.png',
    parameters: null,
    asset: { role: 'result', jobId: null, kind: 'image', width: 4, height: 4 },
  })
  expect(readFileSync(join(dataFolder, 'library', detail.fileName)).equals(withParameters)).toBe(true)
  expect(await handlers['files.parameters']({ id })).toMatchObject({ found: FOUND })
  for (const search of ['quiet harb', 'harbour.png', 'dreamshaper'])
    expect(await list({ search })).toEqual(['Harbour.png'])
  expect(await list({ conditions: [{ field: 'imported', is: true }] })).toEqual(['Harbour.png'])
  expect(await list({ conditions: [{ field: 'imported', is: false }] })).toEqual([])
})

it('the same file is not added twice, even if it is in the trash', async () => {
  const { handlers, add, list } = await setUp()
  const { id } = await add('a.png', withParameters)
  expect(await add('b.png', withParameters)).toEqual({
    id,
    isNew: false,
    isTrashed: false,
    isRestored: false,
  })
  await handlers['library.trash']({ ids: [id] })
  expect(await add('c.png', withParameters)).toEqual({ id, isNew: false, isTrashed: true, isRestored: false })
  expect(await list({ trash: true })).toEqual(['a.png'])
  await handlers['library.empty_trash']()
  expect((await add('d.png', withParameters)).isNew).toBe(true)
})

it('the same file imported twice at once is added once', async () => {
  const { handlers, store, list } = await setUp()
  const [first, second] = [await store('a.png', withParameters), await store('b.png', withParameters)]
  const added = await Promise.all([
    handlers['imports.add']({ id: first.id }),
    handlers['imports.add']({ id: second.id }),
  ])
  expect(added.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(added[0].id).toBe(added[1].id)
  expect(await list()).toHaveLength(1)
})

it('an unknown input can’t be imported', async () => {
  const { handlers } = await setUp()
  await expect(handlers['imports.add']({ id: 'unknown' })).rejects.toMatchObject({
    problem: { code: 'asset_not_found' },
  })
})

it('imports a folder with the folders in it, and reports what was left out and why', async () => {
  const { handlers, importFolder, list } = await setUp()
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'more'))
  const put = (name: string, content: Buffer | string) => writeFileSync(join(folder, name), content)
  put('a.png', withParameters)
  put('b.png', withParameters)
  put('more/sound.wav', wavOf(1))
  put('more/boat.png', pngOf(6, 6))
  const sidecar = {
    easelParameters: 1,
    operation: 'txt2img',
    model: { slug: 'm', name: 'M' },
    values: { prompt: 'a boat' },
  }
  put('more/boat.png.json', JSON.stringify(sidecar))
  put('notes.txt', 'hello')
  put('empty.png', '')
  put('cut.png', pngOf(40, 40).subarray(0, 200))
  put('.hidden.png', pngOf(5, 5))
  symlinkSync(join(folder, 'a.png'), join(folder, 'link.png'))
  expect(await importFolder(folder)).toMatchObject({
    state: 'done',
    files: 7,
    filesDone: 7,
    added: 3,
    duplicates: 1,
    failureCount: 3,
    failures: [
      { name: 'cut.png', problem: { code: 'input_damaged', money: 'none' } },
      { name: 'empty.png', problem: { code: 'input_empty' } },
      { name: 'notes.txt', problem: { code: 'input_unknown' } },
    ],
  })
  expect((await list()).sort()).toEqual(['a.png', 'boat.png', 'sound.wav'])
  expect(await list({ search: 'a boat' })).toEqual(['boat.png'])
  expect(await importFolder(folder)).toMatchObject({ state: 'done', added: 0, duplicates: 4 })
  expect(
    (await handlers['library.count']({ filter: { trash: false, search: '', conditions: [] } })).total,
  ).toBe(3)
})

it('results in the trash are counted apart from other known ones in an imported folder', async () => {
  const { handlers, add, importFolder } = await setUp()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'a.png'), pngOf(6, 6))
  writeFileSync(join(folder, 'b.png'), pngOf(7, 7))
  const { id } = await add('a.png', pngOf(6, 6))
  await add('b.png', pngOf(7, 7))
  await handlers['library.trash']({ ids: [id] })
  expect(await importFolder(folder)).toMatchObject({ added: 0, duplicates: 1, trashed: 1, filesDone: 2 })
})

it('folders nested too deeply in an imported folder are left out', async () => {
  const { importFolder, list } = await setUp()
  const folder = temporaryFolder()
  const name = join(...Array.from({ length: 33 }, (_, index) => `f${index + 1}`))
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'deepest.png'), pngOf(6, 6))
  writeFileSync(join(folder, dirname(name), 'deep.png'), pngOf(7, 7))
  const problem = { code: 'import_too_deep', params: { max: 32 } }
  expect(await importFolder(folder)).toMatchObject({
    added: 1,
    failureCount: 1,
    failures: [{ name, problem }],
  })
  expect(await list()).toEqual(['deep.png'])
})

it.each([
  { chosenFiles: 99_999, leftOut: 3 },
  { chosenFiles: 100_002, leftOut: 6 },
])(
  'files beyond the maximum of one import are left out and counted: %j',
  async ({ chosenFiles, leftOut }) => {
    const folder = temporaryFolder()
    for (const name of ['a.png', 'b.png', 'b.png.json', 'c.png', 'd.png'])
      writeFileSync(join(folder, name), '')
    const chosen = join(temporaryFolder(), 'chosen.png')
    writeFileSync(chosen, '')
    const paths = [...Array.from({ length: chosenFiles }, () => chosen), folder]
    const progress = new ImportProgress('Large', () => {})
    const importer = { import: async () => ({ id: 'a', isNew: true, isTrashed: false, isRestored: false }) }
    const clock = { now: () => 0 }
    await importFiles(progress, paths, { importer, dataFolder: temporaryFolder(), clock })
    const problem = { code: 'import_too_many_files', params: { max: 100_000 } }
    expect(progress.status).toMatchObject({ added: 100_000, failureCount: leftOut, failures: [{ problem }] })
  },
)

it('a folder that can’t be read fails, and the library’s own files are left out', async () => {
  const { importFolder, dataFolder, add } = await setUp()
  expect(await importFolder(join(temporaryFolder(), 'gone'))).toMatchObject({
    state: 'failed',
    problem: { code: 'file_missing' },
  })
  await add('a.png', withParameters)
  expect(await importFolder(dataFolder)).toMatchObject({
    state: 'failed',
    problem: { code: 'import_own_library' },
  })
  expect(await importFolder(join(dataFolder, 'library'))).toMatchObject({ state: 'done', files: 0 })
})

it('an import that is cancelled keeps what it added', async () => {
  const { studio, handlers, list } = await setUp()
  const folder = temporaryFolder()
  for (let n = 0; n < 30; n++) writeFileSync(join(folder, `${10 + n}.png`), pngOf(8, 8, n + 1))
  const id = studio.imports.startPaths([folder])
  const status = () => handlers['imports.status']({ id })
  await expect.poll(async () => (await status())?.added, { interval: 5 }).toBeGreaterThan(0)
  await handlers['imports.cancel']({ id })
  await expect.poll(async () => (await status())?.state).toBe('cancelled')
  const added = (await status())?.added ?? 0
  expect(added).toBeLessThan(30)
  expect(await list()).toHaveLength(added)
})

it('a running import is found by a window that didn’t start it, until it ends', async () => {
  const { studio, handlers } = await setUp()
  expect(await handlers['imports.running']()).toBeNull()
  const folder = temporaryFolder()
  for (let n = 0; n < 30; n++) writeFileSync(join(folder, `${10 + n}.png`), pngOf(8, 8, n + 1))
  studio.imports.startPaths([temporaryFolder()])
  const id = studio.imports.startPaths([folder])
  expect(await handlers['imports.running']()).toEqual({ id })
  await handlers['imports.cancel']({ id })
  await expect.poll(() => handlers['imports.running']()).toBeNull()
})

it('a studio that is closed right after a file was added has written its sidecar, also on a slow disk', async () => {
  const { handlers, add, dataFolder, close } = await setUp()
  const { id } = await add('a.png', withParameters)
  const { fileName } = await handlers['library.asset']({ id })
  let isClosed = false
  // Each operation on a file waits for these in Node's thread pool.
  const delayFiles = async () => {
    while (!isClosed) await promisify(pbkdf2)('password', 'salt', 30_000, 32, 'sha256')
  }
  const delays = Array.from({ length: 16 }, delayFiles)
  await close()
  isClosed = true
  const names = readdirSync(dirname(join(dataFolder, 'library', fileName)))
  await Promise.all(delays)
  expect(names.toSorted()).toEqual([basename(fileName), `${basename(fileName)}.json`])
})
