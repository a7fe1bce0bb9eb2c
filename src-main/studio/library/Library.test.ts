import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assetDetailSchema } from '../../../src-preload/contract/types/asset.ts'
import { libraryWorld } from '../testing/worlds/libraryWorld.ts'
import { webpOf } from '../testing/media/images.ts'

const assetNotFound = { problem: { code: 'asset_not_found' } }

describe('an asset', () => {
  it('has its title, its other formats and its complete parameters', () => {
    const { library, addJobWithResult, add } = libraryWorld()
    const asset = addJobWithResult('a', 'A red fox')
    const other = add('a', 'a-webp', 'alternative')
    const detail = library.assetDetail(asset.id)
    expect(assetDetailSchema.parse(detail)).toEqual({
      asset,
      foundParameters: null,
      spokenText: null,
      viewer: 'image',
      inputs: [],
      title: 'A red fox',
      alternatives: [other],
      collections: [],
      tags: [],
      note: '',
      fileName: '2026/01/a.png',
      parameters: {
        operation: 'draw',
        operationName: 'Name of draw',
        model: { slug: 'slug', name: 'Painter' },
        connectionName: 'Home',
        values: { prompt: 'A red fox', steps: 8 },
        lines: [
          { name: 'prompt', label: 'prompt of slug', text: '"A red fox"', as: 'singleLine' },
          { name: 'steps', label: 'steps of slug', text: '8', as: 'singleLine' },
        ],
        requestId: 'r-1',
        price: 4_213_000,
        quotedAt: 1000,
        seed: 42,
        createdAt: 2000,
        tookMs: 6900,
      },
    })
  })

  it('with unreadable parameters is shown and reported', () => {
    const { library, addJobWithResult, database, problems } = libraryWorld()
    const asset = addJobWithResult('a')
    database.run(`UPDATE jobs SET form_values = '{"prompt":'`)
    expect(library.assetDetail(asset.id)).toMatchObject({ asset: { id: asset.id }, parameters: null })
    expect(problems).toMatchObject([{ code: 'rows_quarantined', params: { source: 'jobs' } }])
  })

  it('that does not exist throws', () => {
    const { library } = libraryWorld()
    expect(() => library.assetDetail('nothing')).toThrow('asset_not_found')
    expect(library.findPath('nothing')).toBeNull()
  })

  it('is rolled back with the transaction that added it', async () => {
    const { addJob, add, database, page } = libraryWorld()
    addJob('a')
    const failing = () =>
      database.transaction(() => {
        add('a')
        throw new Error('the job was not saved')
      })
    expect(failing).toThrow('not saved')
    expect(await page()).toMatchObject({ tiles: [], totals: { total: 0, bytes: 0 } })
  })

  it('is listed for its job, results before other formats', () => {
    const { library, addJob, add } = libraryWorld()
    for (const id of ['a', 'b', 'none']) addJob(id)
    const other = add('a', 'a2', 'alternative')
    const [result, second] = [add('a'), add('b')]
    expect(library.assetsByJob(['a', 'b', 'none', 'unknown'])).toEqual(
      new Map([
        ['a', [result, other]],
        ['b', [second]],
      ]),
    )
  })
})

describe('a file', () => {
  it('is found by id with its size on disk', async () => {
    const { library, addJobWithResult, places } = libraryWorld()
    const asset = addJobWithResult('a')
    const path = join(places.library, '2026/01/a.png')
    expect(await library.getFile(asset.id)).toEqual({ path, mime: 'image/png', bytes: 100 })
    expect(library.findPath(asset.id)).toBe(path)
  })

  it('deleted by another program is missing, and one changed by another program is returned and logged once', async () => {
    const { library, addJobWithResult, places, log } = libraryWorld()
    const [gone, changed] = [addJobWithResult('a'), addJobWithResult('b')]
    rmSync(join(places.library, '2026/01/a.png'))
    writeFileSync(join(places.library, '2026/01/b.png'), 'edited')
    await expect(library.getFile(gone.id)).rejects.toMatchObject({
      problem: { code: 'file_missing', params: { file: '2026/01/a.png' } },
    })
    for (let time = 0; time < 3; time++) expect(await library.getFile(changed.id)).toMatchObject({ bytes: 6 })
    expect(log.lines).toHaveLength(1)
  })

  it.each(['../easel.db', '/etc/passwd', '2026/../../easel.db', '.', 'a\0b'])(
    'is never read from the stored path %j',
    async (path) => {
      const { library, addJobWithResult, database } = libraryWorld()
      const asset = addJobWithResult('a')
      database.run('UPDATE assets SET path = ?', path)
      expect(library.findPath(asset.id)).toBeNull()
      await expect(library.getFile(asset.id)).rejects.toMatchObject({ problem: { code: 'file_missing' } })
    },
  )

  it('has a sidecar with its parameters for other programs', async () => {
    const { library, addJobWithResult, places } = libraryWorld()
    const asset = addJobWithResult('a', 'A red fox')
    await library.writeSidecar(asset.id)
    const text = readFileSync(join(places.library, '2026/01/a.png.json'), 'utf8')
    expect(JSON.parse(text)).toMatchObject({
      easelParameters: 1,
      file: { name: 'a.png', sha256: asset.sha256, bytes: 100, width: 64, height: 48 },
      title: 'A red fox',
      operation: 'draw',
      model: { slug: 'slug', name: 'Painter' },
      values: { prompt: 'A red fox', steps: 8 },
      seed: 42,
      requestId: 'r-1',
      quote: { usd: '0.004213', quotedAt: '1970-01-01T00:00:01.000Z' },
      tookMs: 6900,
      lines: [{ label: 'prompt of slug' }, { label: 'steps of slug', text: '8' }],
    })
  })
})

it('an outdated sidecar that can’t be replaced is removed, so that the next start writes it', async () => {
  const { library, addJobWithResult } = libraryWorld()
  const { id } = addJobWithResult('a')
  await library.writeSidecar(id)
  const sidecar = `${library.findPath(id)}.json`
  mkdirSync(`${sidecar}.part`)
  await expect(library.writeSidecar(id)).rejects.toThrow('EISDIR')
  expect(existsSync(sidecar)).toBe(false)
})

it('a result that is permanently deleted while its sidecar is written leaves no file', async () => {
  const { library, addJobWithResult, places } = libraryWorld()
  const { id } = addJobWithResult('a')
  await library.trash([id])
  const writing = library.writeSidecar(id)
  await library.emptyTrash()
  await writing
  expect(readdirSync(join(places.library, '2026/01'))).toEqual([])
})

describe('a thumbnail', () => {
  it('is saved for its asset, which has none if the file is missing', async () => {
    const { library, addJobWithResult } = libraryWorld()
    const asset = addJobWithResult('a')
    expect(library.thumbs.findPath(asset.id)).toBeNull()
    const webp = webpOf.lossy(256, 192)
    await library.thumbs.save(asset.id, webp)
    const path = library.thumbs.findPath(asset.id) ?? ''
    expect(readFileSync(path).equals(webp)).toBe(true)
    expect(path.endsWith(join('thumbs', asset.id.slice(0, 2), `${asset.id}.webp`))).toBe(true)
    expect(library.assetDetail(asset.id).asset.hasThumb).toBe(true)
    rmSync(path)
    expect(library.thumbs.findPath(asset.id)).toBeNull()
    expect(library.assetDetail(asset.id).asset.hasThumb).toBe(false)
  })

  it.each([
    ['not a WebP', Buffer.from('\x89PNG\r\n\x1a\n not a webp at all', 'latin1')],
    ['empty', Buffer.alloc(0)],
    ['too large', Buffer.concat([webpOf.lossy(9, 9), Buffer.alloc(512 * 1024)])],
  ])('that is %s is rejected', async (_, bytes) => {
    const { library, addJobWithResult } = libraryWorld()
    const asset = addJobWithResult('a')
    await expect(library.thumbs.save(asset.id, bytes)).rejects.toMatchObject({
      problem: { code: 'invalid_input' },
    })
    expect(library.thumbs.findPath(asset.id)).toBeNull()
  })

  it('of a result that is permanently deleted while it is saved is rejected and leaves no file', async () => {
    const { library, addJobWithResult, places } = libraryWorld()
    const { id } = addJobWithResult('a')
    await library.trash([id])
    const saving = library.thumbs.save(id, webpOf.lossy(9, 9))
    const emptying = library.emptyTrash()
    await expect(saving).rejects.toMatchObject(assetNotFound)
    await emptying
    expect(readdirSync(join(places.thumbs, id.slice(0, 2)))).toEqual([])
  })

  it('for an unknown asset is rejected', async () => {
    const { library } = libraryWorld()
    for (const id of ['nobody', '../../escape']) {
      await expect(library.thumbs.save(id, webpOf.lossy(9, 9))).rejects.toMatchObject(assetNotFound)
    }
  })
})

it('notifies the window once for many new results', async () => {
  const { addJobWithResult, clock, events, library } = libraryWorld()
  const ids = Array.from({ length: 5 }, (_, n) => addJobWithResult(`job ${n}`).id)
  expect(events).toEqual([])
  await clock.advance(100)
  expect(events).toEqual([{ type: 'library.changed', added: 5 }])
  await library.trash(ids)
  await clock.advance(100)
  expect(events.slice(1)).toEqual([{ type: 'library.changed', added: 0 }])
})

it('a restored file is not read to find that it is present, until it changes', async () => {
  const { add, addJob, library, store } = libraryWorld()
  addJob('job')
  const { id } = add('job')
  const path = library.findPath(id) ?? ''
  rmSync(path)
  await library.restoreFile(id, store('again'))
  // The hash of its row is another one, which is found only by reading the file.
  expect(await library.fileState(id)).toBe('present')
  writeFileSync(path, Buffer.alloc(100, 8))
  expect(await library.fileState(id)).toBe('changed')
})
