import { createHash } from 'node:crypto'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { pngOf } from '../../testing/media/images.ts'
import { OPTIONS, setUp, toFolder } from './testing.ts'

/** The rows of the table in a folder. */
const tableIn = (folder: string): Record<string, string>[] =>
  parse(readFileSync(join(folder, 'easel-export.csv')), { columns: true, bom: true })

/** Frees all memory that is no longer used. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

it('an export that converts images keeps only the current one in memory', async () => {
  const images: WeakRef<Uint8Array>[] = []
  const kept: number[] = []
  const convert = async () => {
    // Until the end of a task, weak references keep what they refer to.
    await setImmediate()
    collectGarbage()
    kept.push(images.filter((image) => image.deref()).length)
    const image = new Uint8Array(1000)
    images.push(new WeakRef(image))
    return image
  }
  const { run, results } = setUp({ convert })
  expect(await run(results(8), toFolder(), { format: 'webp' })).toMatchObject({ state: 'done' })
  expect(kept).toHaveLength(8)
  expect(Math.max(...kept)).toBeLessThanOrEqual(1)
})

it.each([true, false])(
  'an export keeps adding parameters (%j) although the setting changes while it runs',
  async (wanted) => {
    let isWanted = wanted
    const { exports, results, pathOf } = setUp({ embedsParameters: () => isWanted })
    const ids = results(2)
    for (const id of ids) writeFileSync(pathOf(id), pngOf(4, 4))
    const place = toFolder()
    const running = exports.start({ ids, options: { ...OPTIONS, names: '{number}' } }, place)
    isWanted = !wanted
    await exports.finished(running)
    const copies = ['1.png', '2.png'].map((name) => readFileSync(join(place.path, name)))
    expect(copies.map((copy) => copy.includes('parameters\0result'))).toEqual([wanted, wanted])
  },
)

it('a copy of one file has no parameters if they are not wanted', async () => {
  let isWanted = false
  const { exports, results, pathOf } = setUp({ embedsParameters: () => isWanted })
  const [id = ''] = results(1)
  writeFileSync(pathOf(id), pngOf(4, 4))
  expect(await exports.findCopy(id)).toMatchObject({ path: pathOf(id) })
  writeFileSync(pathOf(id), 'no image')
  expect(await exports.describeCopy(id)).toMatchObject({ withoutParameters: false })
  isWanted = true
  expect(await exports.findCopy(id)).not.toHaveProperty('path')
  expect(await exports.describeCopy(id)).toMatchObject({ withoutParameters: true })
})

it('of downloads that no browser requests, the last 20 are kept', () => {
  const { exports, results } = setUp()
  const ids = results(1)
  const started = Array.from({ length: 22 }, () =>
    exports.start({ ids, options: OPTIONS }, { kind: 'download' }),
  )
  const states = started.map((id) => exports.status(id)?.state)
  expect(states).toEqual([undefined, undefined, ...Array<string>(20).fill('waiting')])
})

it('a finished export and a waiting download are kept however many drags copy files', async () => {
  const { exports, results } = setUp()
  const ids = results(1)
  const place = toFolder()
  const shown = exports.start({ ids, options: OPTIONS }, place)
  await exports.finished(shown)
  const download = exports.start({ ids, options: OPTIONS }, { kind: 'download' })
  for (let n = 0; n < 20; n++) await exports.finished(exports.startCopies(ids, toFolder().path))
  expect(exports.findPath(shown)).toBe(place.path)
  expect(exports.findMedia(download)).not.toBeNull()
})

it('the outcome of the last copies for a drag can be read, and only the last 20 other exports are kept', async () => {
  const { exports, results } = setUp()
  const ids = results(1)
  const download = exports.start({ ids, options: OPTIONS }, { kind: 'download' })
  const shown: string[] = []
  for (let n = 0; n < 22; n++) {
    const id = exports.start({ ids, options: OPTIONS }, toFolder())
    await exports.finished(id)
    shown.push(id)
  }
  expect(exports.status(shown[1] ?? '')).toBeNull()
  expect(exports.status(shown[2] ?? '')).not.toBeNull()
  expect(exports.findMedia(download)).not.toBeNull()
  const copies = exports.startCopies(ids, toFolder().path)
  await exports.finished(copies)
  expect(exports.status(copies)).toMatchObject({ state: 'done' })
})

it('a file that was truncated since it was saved is exported and counted', async () => {
  const { run, results, pathOf } = setUp()
  const ids = results(2)
  truncateSync(pathOf(ids[0] ?? ''), 10)
  const status = await run(ids, toFolder())
  expect(status).toMatchObject({ state: 'done', failureCount: 0, changed: 1 })
})

it('the table describes the exported files, with the hash of the originals they were made from', async () => {
  const convert = async ({ path }: { path: string }) =>
    path === pathOf(ids[0] ?? '') ? new Uint8Array(60).fill(5) : null
  const { run, results, pathOf, database } = setUp({ convert })
  const ids = results(2)
  const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
  const original = hashOf(pathOf(ids[1] ?? ''))
  database.run('UPDATE assets SET sha256 = ?', original)
  const place = toFolder()
  await run(ids, place, { names: '{number}', format: 'webp', csv: true })
  expect(tableIn(place.path)).toMatchObject([
    {
      file: '1.webp',
      format: 'webp',
      bytes: '60',
      sha256: hashOf(join(place.path, '1.webp')),
      original_sha256: original,
    },
    { file: '2.png', format: 'png', bytes: '100', sha256: original, original_sha256: '' },
  ])
})

it.each([
  [
    'a long text of several lines',
    'fog over\n\na  pier\n'.repeat(40),
    'fog over a pier '.repeat(31).slice(0, 495) + '…',
  ],
  ['a text that fits into its title', 'fog\nover a pier', 'fog over a pier'],
  ['several texts', ['fog over\na pier', 'a lighthouse'], 'fog over a pier'],
  ['no text', null, 'Upscale'],
])(
  'the table has the full prompt of a result with %s, and the time it took',
  async (_case, prompt, title) => {
    const { run, results, database } = setUp()
    const ids = results(1)
    const values = { image: 'input-1', negative_prompt: 'rain', prompt }
    database.run('UPDATE jobs SET title = ?, form_values = ?', title, JSON.stringify(values))
    const place = toFolder()
    await run(ids, place, { csv: true })
    const expected = Array.isArray(prompt) ? prompt.join('\n\n') : (prompt ?? '')
    expect(tableIn(place.path)).toMatchObject([{ prompt: expected, took_ms: '6900', duration_ms: '' }])
  },
)

it('the table has the title of a file without parameters as its prompt', async () => {
  const { run, results, database } = setUp()
  const ids = results(1)
  database.run("UPDATE assets SET job_id = NULL, name = 'Harbour.png'")
  const place = toFolder()
  await run(ids, place, { csv: true })
  expect(tableIn(place.path)).toMatchObject([{ prompt: 'Harbour.png', took_ms: '' }])
})
