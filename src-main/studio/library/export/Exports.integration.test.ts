import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { pngOf } from '../../testing/media/images.ts'
import { smallDisk, temporaryFolder } from '../../testing/temporaryFolder.ts'
import { OPTIONS, readZip, setUp, toFolder, toZip } from './testing.ts'

it('adds up the sizes of many files in slices, so that other work isn’t blocked', async () => {
  const { run, results, database } = setUp()
  const ids = [...results(3), ...Array.from({ length: 1200 }, (_, n) => `deleted ${n}`)]
  const get = vi.spyOn(database, 'get')
  expect(await run(ids, toFolder())).toMatchObject({ state: 'done', bytes: 300, failureCount: 1200 })
  const counts = get.mock.calls.flatMap(([sql, given]) =>
    sql.includes('sum(bytes)') ? [z.array(z.string()).parse(JSON.parse(z.string().parse(given))).length] : [],
  )
  expect(counts).toEqual([500, 500, 203])
})

it('copies files to a folder, named by the template, with their creation time', async () => {
  const { run, results, library, pathOf } = setUp()
  const ids = results(3)
  const place = toFolder()
  expect(await run(ids, place)).toMatchObject({
    state: 'done',
    files: 3,
    filesDone: 3,
    bytes: 300,
    bytesDone: 300,
    failureCount: 0,
  })
  expect(readdirSync(place.path).sort()).toEqual(['1 result 1.png', '2 result 2.png', '3 result 3.png'])
  const copy = join(place.path, '1 result 1.png')
  expect(readFileSync(copy)).toEqual(readFileSync(pathOf(ids[0] ?? '')))
  const { createdAt } = library.assetDetail(ids[0] ?? '').asset
  expect(statSync(copy).mtimeMs).toBe(createdAt)
})

it('numbers a name that exists in the folder, and replaces nothing', async () => {
  const { run, results } = setUp()
  const place = toFolder()
  writeFileSync(join(place.path, 'SAME.png'), 'mine')
  expect(await run(results(2), place, { names: 'same' })).toMatchObject({ state: 'done' })
  expect(readdirSync(place.path).sort()).toEqual(['SAME.png', 'same (2).png', 'same (3).png'])
  expect(readFileSync(join(place.path, 'SAME.png'), 'utf8')).toBe('mine')
})

it('numbers a name that another program takes during the export', async () => {
  const { run, results } = setUp()
  const place = toFolder()
  const running = run(results(1), place, { names: 'same' })
  writeFileSync(join(place.path, 'same.png'), 'mine')
  await running
  expect(readFileSync(join(place.path, 'same.png'), 'utf8')).toBe('mine')
  expect(readdirSync(place.path).sort()).toEqual(['same (2).png', 'same.png'])
})

it.each([
  ['folder', toFolder],
  ['zip', toZip],
])('leaves out missing and deleted files, and lists them (%s)', async (_kind, createPlace) => {
  const { run, results, pathOf } = setUp()
  const ids = results(4)
  rmSync(pathOf(ids[1] ?? ''))
  const place = createPlace()
  const status = await run([...ids.slice(0, 3), 'deleted', ...ids.slice(3)], place)
  expect(status).toMatchObject({ state: 'done', files: 5, filesDone: 5, failureCount: 2 })
  expect(status?.failures).toEqual([
    {
      name: '2 result 2.png',
      problem: { code: 'file_missing', money: 'none', params: { file: '2026/01/job1.png' } },
    },
    { name: 'deleted', problem: { code: 'asset_not_found', money: 'none' } },
  ])
  const names = place.kind === 'folder' ? readdirSync(place.path) : Object.keys(await readZip(place.path))
  expect(names.sort()).toEqual(['1 result 1.png', '3 result 3.png', '5 result 4.png'])
})

it('writes an archive in which equal names are numbered, with a CSV and a JSON file on request', async () => {
  const { run, results, library, pathOf } = setUp()
  const ids = results(2)
  await library.star([ids[1] ?? ''], true)
  const place = toZip()
  writeFileSync(place.path, 'an older archive, which the dialog has asked about')
  await run(ids, place, { names: '{model}', csv: true, json: true })
  expect(readdirSync(join(place.path, '..'))).toEqual(['easel.zip'])
  const files = await readZip(place.path)
  expect(Object.keys(files)).toEqual([
    'Painter.png',
    'Painter (2).png',
    'easel-export.csv',
    'easel-export.json',
  ])
  expect(files['Painter.png']).toEqual(readFileSync(pathOf(ids[0] ?? '')))
  const rows: Record<string, string>[] = parse(files['easel-export.csv'] ?? '', { columns: true, bom: true })
  expect(rows).toMatchObject([
    {
      file: 'Painter.png',
      prompt: 'result 1',
      model: 'Painter',
      seed: '42',
      price_usd: '0.004213',
      starred: '',
    },
    { file: 'Painter (2).png', prompt: 'result 2', starred: 'yes' },
  ])
  const parameters: unknown = JSON.parse(files['easel-export.json']?.toString() ?? '')
  expect(parameters).toMatchObject([
    { exportedAs: 'Painter.png', title: 'result 1', values: { prompt: 'result 1', steps: 8 }, seed: 42 },
    { exportedAs: 'Painter (2).png', starred: true },
  ])
})

it.each([
  ['folder', toFolder],
  ['zip', toZip],
])('leaves nothing incomplete when it is cancelled (%s)', async (_kind, createPlace) => {
  const { exports, results, events } = setUp()
  const ids = results(50, 1 << 20)
  const place = createPlace()
  const id = exports.start({ ids, options: OPTIONS }, place)
  const folder = place.kind === 'folder' ? place.path : join(place.path, '..')
  await expect.poll(() => exports.status(id)?.filesDone).toBeGreaterThan(1)
  exports.cancel(id)
  await exports.finished(id)
  const status = exports.status(id)
  expect(status).toMatchObject({ state: 'cancelled', problem: null })
  const complete = place.kind === 'folder' ? (status?.filesDone ?? 0) : 0
  const names = readdirSync(folder)
  expect(names.filter((name) => /^\d+ result \d+\.png$/.test(name))).toEqual(names)
  expect(names.length).toBeGreaterThanOrEqual(complete)
  for (const name of names) expect(statSync(join(folder, name)).size).toBe(1 << 20)
  expect(events).toContainEqual({ type: 'exports.changed' })
})

it('fails if no file can be read, and leaves no empty archive', async () => {
  const { run } = setUp()
  const place = toZip()
  expect(await run(['gone'], place)).toMatchObject({
    state: 'failed',
    problem: { code: 'export_empty' },
    failureCount: 1,
  })
  expect(readdirSync(join(place.path, '..'))).toEqual([])
})

it.for(['folder', 'zip'] as const)(
  'stops at a full disk and leaves nothing incomplete (%s)',
  async (kind, context) => {
    const disk = smallDisk(context)
    const { run, results } = setUp()
    const place = kind === 'folder' ? toFolder(disk) : toZip(join(disk, 'easel.zip'))
    const status = await run(results(4, 900_000), place)
    expect(status).toMatchObject({ state: 'failed', problem: { code: 'export_disk_full' } })
    const sizes = readdirSync(disk)
      .sort()
      .map((name) => [name, statSync(join(disk, name)).size])
    const complete = [
      ['1 result 1.png', 900_000],
      ['2 result 2.png', 900_000],
    ]
    expect(sizes).toEqual(kind === 'folder' ? complete : [])
  },
)

it('fails if the target folder doesn’t exist', async () => {
  const { run, results } = setUp()
  expect(await run(results(1), toFolder('/proc/nowhere'))).toMatchObject({
    state: 'failed',
    problem: { code: 'copy_failed', params: { cause: 'ENOENT' } },
  })
})

it('adds parameters to copies, counts files that can’t have them, and leaves the originals as they are', async () => {
  const { run, results, pathOf, exports } = setUp({ embedsParameters: () => true })
  const [first = '', second = ''] = results(2)
  const image = pngOf(20, 10)
  writeFileSync(pathOf(first), image)
  const place = toFolder()
  expect(await run([first, second], place)).toMatchObject({ state: 'done', withoutParameters: 1 })
  const copy = readFileSync(join(place.path, '1 result 1.png'))
  expect(copy.includes(Buffer.from('parameters\0result 1\n'))).toBe(true)
  expect(readFileSync(pathOf(first))).toEqual(image)
  expect(readFileSync(join(place.path, '2 result 2.png'))).toEqual(readFileSync(pathOf(second)))
  const single = await exports.findCopy(first)
  if (!single || !('open' in single)) throw new Error('No copy')
  expect(Buffer.from(await new Response(single.open()).arrayBuffer())).toEqual(copy)
  expect(await exports.findCopy('deleted')).toBeNull()
  expect(await exports.describeCopy(first)).toEqual({
    name: 'Painter result 1.png',
    withoutParameters: false,
  })
  expect(await exports.describeCopy(second)).toEqual({
    name: 'Painter result 2.png',
    withoutParameters: true,
  })
  await expect(exports.describeCopy('deleted')).rejects.toThrow('asset_not_found')
})

it('converts images, with parameters, and keeps the format of those that it can’t convert', async () => {
  const { run, results, pathOf } = setUp({ embedsParameters: () => true })
  const [image = '', damaged = '', displayP3 = ''] = results(3)
  writeFileSync(pathOf(image), pngOf(20, 10))
  const png = await sharp(pngOf(20, 10)).withIccProfile('p3').png().toBuffer()
  writeFileSync(pathOf(displayP3), png)
  const place = toFolder()
  const status = await run([image, damaged, displayP3], place, { format: 'webp' })
  expect(status).toMatchObject({ state: 'done', unconverted: 2, failureCount: 0 })
  expect(readdirSync(place.path).sort()).toEqual(['1 result 1.webp', '2 result 2.png', '3 result 3.png'])
  const copy = readFileSync(join(place.path, '1 result 1.webp'))
  expect(await sharp(copy).metadata()).toMatchObject({ format: 'webp', width: 20, height: 10 })
  expect(copy.includes(Buffer.from('trainedAlgorithmicMedia'))).toBe(true)
})

it('counts an image that can be neither converted nor copied only as a failure', async () => {
  const convert = async () => (rmSync(pathOf(ids[0] ?? ''), { force: true }), null)
  const { run, results, pathOf } = setUp({ convert })
  const ids = results(2)
  expect(await run(ids, toFolder(), { format: 'webp' })).toMatchObject({ unconverted: 1, failureCount: 1 })
})

it('cancels at once while an image is being converted', async () => {
  const { exports, results } = setUp({ convert: () => new Promise(() => {}) })
  const place = toFolder()
  const id = exports.start({ ids: results(2), options: { ...OPTIONS, format: 'jpg' } }, place)
  await expect.poll(() => exports.status(id)?.state).toBe('running')
  exports.cancel(id)
  await exports.finished(id)
  expect(exports.status(id)).toMatchObject({ state: 'cancelled', unconverted: 0 })
  expect(readdirSync(place.path)).toEqual([])
})

it('previews the names, without those of deleted results', () => {
  const { exports, results } = setUp()
  const ids = results(2)
  expect(
    exports.previewNames({
      ids: [...ids, 'deleted'],
      total: 30,
      template: '{number} {model} {what}',
      format: 'original',
    }),
  ).toEqual({
    names: ['01 Painter {what}.png', '02 Painter {what}.png'],
    unknownFields: ['what'],
  })
  expect(() => exports.start({ ids, options: { ...OPTIONS, names: '{what}' } }, toFolder())).toThrow(
    'invalid_input',
  )
})

/** An embedder that blocks until the test ends, as if the process had been killed. */
function stuckEmbedder() {
  const { promise, resolve } = Promise.withResolvers<null>()
  onTestFinished(() => resolve(null))
  return { prepare: () => () => promise, format: () => '' }
}

it.each([
  ['folder', toFolder],
  ['zip', toZip],
])(
  'removes the incomplete file of a killed export at the next start, and no other (%s)',
  async (_kind, createPlace) => {
    const { createExports, results, places } = setUp()
    const place = createPlace()
    const folder = place.kind === 'folder' ? place.path : dirname(place.path)
    const others = ['.easel-export-77.part', 'mine.png']
    for (const name of others) writeFileSync(join(folder, name), 'mine')
    createExports(stuckEmbedder()).start({ ids: results(1), options: OPTIONS }, place)
    await expect.poll(() => readdirSync(folder)).toHaveLength(3)
    await createExports(stuckEmbedder()).removeLeftovers()
    expect(readdirSync(folder).sort()).toEqual(others)
    expect(readdirSync(places.unfinishedExports)).toEqual([])
  },
)

it('removes an incomplete file from a disk that is connected only at a later start', async () => {
  const { createExports, results } = setUp()
  const place = toFolder(join(temporaryFolder(), 'disk'))
  mkdirSync(place.path)
  createExports(stuckEmbedder()).start({ ids: results(1), options: OPTIONS }, place)
  await expect.poll(() => readdirSync(place.path)).toHaveLength(1)
  renameSync(place.path, `${place.path} away`)
  await createExports(stuckEmbedder()).removeLeftovers()
  renameSync(`${place.path} away`, place.path)
  await createExports(stuckEmbedder()).removeLeftovers()
  expect(readdirSync(place.path)).toEqual([])
})

it('keeps the incomplete file of a running export', async () => {
  const { createExports, results } = setUp()
  const place = toFolder()
  const exports = createExports(stuckEmbedder())
  exports.start({ ids: results(1), options: OPTIONS }, place)
  await expect.poll(() => readdirSync(place.path)).toHaveLength(1)
  await exports.removeLeftovers()
  expect(readdirSync(place.path)).toHaveLength(1)
})

it('exports even if the incomplete file can’t be recorded', async () => {
  const { run, results, places } = setUp()
  writeFileSync(places.unfinishedExports, 'no folder')
  const place = toFolder()
  expect(await run(results(1), place)).toMatchObject({ state: 'done' })
  expect(readdirSync(place.path)).toEqual(['1 result 1.png'])
})

it('finds a running export, but not copies made for the host', async () => {
  const { exports, results, places } = setUp()
  const ids = results(50, 1 << 20)
  const copies = exports.startCopies(ids.slice(48), temporaryFolder())
  expect(exports.findRunning()).toBeNull()
  const id = exports.start({ ids, options: OPTIONS }, toZip())
  expect(exports.findRunning()).toMatchObject({ id, as: 'zip', status: { state: 'running', files: 50 } })
  exports.start({ ids: [], options: OPTIONS }, { kind: 'download' })
  expect(exports.findRunning()).toMatchObject({ id })
  exports.cancel(id)
  await Promise.all([exports.finished(id), exports.finished(copies)])
  expect(exports.findRunning()).toBeNull()
  expect(readdirSync(places.unfinishedExports)).toEqual([])
})

it('keeps a download that waits while 20 exports run', async () => {
  const { exports, results } = setUp()
  const ids = results(50, 1 << 20)
  for (let n = 0; n < 20; n++) exports.start({ ids, options: OPTIONS }, toZip())
  const download = exports.start({ ids, options: OPTIONS }, { kind: 'download' })
  expect(exports.findMedia(download)).not.toBeNull()
  await exports.close()
})

it('cancels a running export when the studio closes', async () => {
  const { exports, results } = setUp()
  const place = toZip()
  const id = exports.start({ ids: results(50, 1 << 20), options: OPTIONS }, place)
  await exports.close()
  expect(exports.status(id)?.state).toBe('cancelled')
  expect(readdirSync(join(place.path, '..'))).toEqual([])
})
