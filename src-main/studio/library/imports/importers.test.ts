import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { countImported, newImportStatus } from '../../../../src-preload/shared/imports.ts'
import { pngOf } from '../../testing/media/images.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { Downloads } from '../downloads/Downloads.ts'
import { FileImporter } from './FileImporter.ts'
import { otherResultSchema } from './importQueries.ts'
import { ResultImporter } from './ResultImporter.ts'

const picture = pngOf(70, 50)
const YEAR_MS = 365 * 86_400_000

/** A library, another one with a result of last year, and importers. */
function importWorld() {
  const world = libraryWorld()
  const { database, library, log, clock, places } = world
  let count = 0
  const downloads = new Downloads({
    clock,
    log,
    uuid: () => `copy-${++count}`,
    libraryFolder: places.library,
  })
  const sidecars = { write: () => Promise.resolve() }
  const parameters = {
    readFile: vi.fn(() => Promise.resolve(null)),
    read: () => Promise.resolve({ found: null, texts: [] }),
  }
  const dependencies = { database, library, sidecars, downloads, clock, libraryFolder: places.library }
  const files = new FileImporter({ ...dependencies, parameters })
  const other = temporaryFolder()
  const path = join(other, 'library', 'a.png')
  mkdirSync(join(other, 'library'))
  writeFileSync(path, picture)
  const result = otherResultSchema.parse({
    seq: 1,
    path: 'a.png',
    kind: 'image',
    sha256: createHash('sha256').update(picture).digest('hex'),
    created_at: clock.now() - YEAR_MS,
    name: 'a.png',
    starred_at: null,
    rating: 0,
    note: '',
    title: null,
    operation: null,
    model_slug: null,
    model_name: null,
    form_values: null,
    seed: null,
    found: null,
    words: null,
    edited: null,
    dimension: null,
    vectors: null,
    mean: null,
    tags: '[]',
    collections: '[]',
  })
  const importResult = (signal = new AbortController().signal) =>
    new ResultImporter(dependencies).import(other, result, signal)
  const importFile = () => files.import(path, 'a.png')
  /** How many files and how many results the library has. */
  const stored = async () => {
    const entries = readdirSync(places.library, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).length
    return { files, rows: (await world.page()).tiles.length }
  }
  const failTransaction = () =>
    vi.spyOn(database, 'transaction').mockImplementationOnce(() => {
      throw new Error('database or disk is full')
    })
  return { ...world, downloads, other, parameters, importResult, importFile, stored, failTransaction }
}

it('an import that is cancelled when a file has just been copied leaves no file without a result', async () => {
  const { downloads, importResult, stored } = importWorld()
  const controller = new AbortController()
  const saveCopy = downloads.saveCopy.bind(downloads)
  vi.spyOn(downloads, 'saveCopy').mockImplementationOnce(async (...request) => {
    const outcome = await saveCopy(...request)
    controller.abort()
    return outcome
  })
  await importResult(controller.signal).catch(() => {})
  const { files, rows } = await stored()
  expect(files).toBe(rows)
})

it.each(['importResult', 'importFile'] as const)(
  'an import whose row can’t be added leaves no file: %s',
  async (name) => {
    const world = importWorld()
    world.failTransaction()
    await expect(world[name]()).rejects.toThrow('database or disk is full')
    expect(await world.stored()).toEqual({ files: 0, rows: 0 })
    expect(await world[name]()).toMatchObject({ isNew: true })
    expect(await world.stored()).toEqual({ files: 1, rows: 1 })
  },
)

it('an import whose parameters can’t be read leaves no file', async () => {
  const { parameters, importFile, stored } = importWorld()
  parameters.readFile.mockRejectedValueOnce(new Error('closed'))
  await expect(importFile()).rejects.toThrow('closed')
  expect(await stored()).toEqual({ files: 0, rows: 0 })
})

it.each(['importResult', 'importFile'] as const)(
  'an import puts the missing files of all results with the same content back: %s',
  async (name) => {
    const world = importWorld()
    await world.importResult()
    const { library } = world
    const { asset } = library.assetDetail((await world.page()).tiles[0]?.id ?? '')
    const { kind, mime, format, bytes, sha256, width, height, durationMs, createdAt } = asset
    const file = { path: 'second.png', kind, mime, format, bytes, sha256, width, height, durationMs }
    const { id } = library.add({ jobId: null, role: 'result', file, createdAt })
    rmSync(library.findPath(asset.id) ?? '')
    expect(await world[name]()).toMatchObject({ isNew: false, isRestored: true })
    for (const lost of [asset.id, id])
      expect(readFileSync(library.findPath(lost) ?? '').equals(picture)).toBe(true)
    expect(await world.stored()).toEqual({ files: 2, rows: 2 })
    expect(await world[name]()).toMatchObject({ isNew: false, isRestored: false })
  },
)

it('an import of a file whose result is in the trash and missing puts it back and counts both', async () => {
  const { importResult, library, page } = importWorld()
  await importResult()
  const id = (await page()).tiles[0]?.id ?? ''
  await library.trash([id])
  rmSync(library.findPath(id) ?? '')
  const imported = await importResult()
  expect(imported).toMatchObject({ isTrashed: true, isRestored: true })
  expect(countImported(newImportStatus(''), imported)).toEqual({ trashed: 1, restored: 1, filesDone: 1 })
})

it('an import replaces no file that can’t be read', async () => {
  const { importResult, library, page, stored } = importWorld()
  await importResult()
  const id = (await page()).tiles[0]?.id ?? ''
  rmSync(library.findPath(id) ?? '')
  vi.spyOn(library, 'fileState').mockRejectedValueOnce(new Error('EIO'))
  expect(await importResult()).toMatchObject({ isNew: false, isRestored: false })
  expect(await stored()).toEqual({ files: 0, rows: 1 })
})

it('two imports at once put a missing file back once', async () => {
  const { importResult, library, page, stored, places } = importWorld()
  await importResult()
  const id = (await page()).tiles[0]?.id ?? ''
  rmSync(library.findPath(id) ?? '')
  await Promise.all([importResult(), importResult()])
  expect(await stored()).toEqual({ files: 1, rows: 1 })
  expect(existsSync(places.found) ? readdirSync(places.found) : []).toEqual([])
})

it('an import checks the files of at most ten results with the same content', async () => {
  const { importResult, library, page } = importWorld()
  await importResult()
  const { asset } = library.assetDetail((await page()).tiles[0]?.id ?? '')
  const { kind, mime, format, bytes, sha256, width, height, durationMs, createdAt } = asset
  for (let n = 0; n < 30; n++) {
    const file = { path: `${n}.png`, kind, mime, format, bytes, sha256, width, height, durationMs }
    library.add({ jobId: null, role: 'result', file, createdAt })
  }
  const fileState = vi.spyOn(library, 'fileState').mockResolvedValue('present')
  await importResult()
  expect(fileState).toHaveBeenCalledTimes(10)
})

it('a copy that changed since the backup is not put in place of a missing file', async () => {
  const { importResult, library, page, other, stored } = importWorld()
  await importResult()
  const id = (await page()).tiles[0]?.id ?? ''
  rmSync(library.findPath(id) ?? '')
  writeFileSync(join(other, 'library', 'a.png'), pngOf(70, 50, 9))
  await expect(importResult()).rejects.toMatchObject({ problem: { code: 'import_file_changed' } })
  expect(await stored()).toEqual({ files: 0, rows: 1 })
})

it('an imported result of last year is not read to find that it is present, until it changes', async () => {
  const { importResult, library, page } = importWorld()
  await importResult()
  const id = (await page()).tiles[0]?.id ?? ''
  const path = library.findPath(id) ?? ''
  const { mtime } = statSync(path)
  const changed = Buffer.alloc(picture.length)
  writeFileSync(path, changed)
  utimesSync(path, mtime, mtime)
  // The change is found only by reading the file.
  expect(await library.fileState(id)).toBe('present')
  writeFileSync(path, changed)
  expect(await library.fileState(id)).toBe('changed')
})
