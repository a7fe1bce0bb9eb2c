import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assetSchema } from '../../../../src-preload/contract/types/asset.ts'
import { inputWorld } from '../../testing/worlds/inputWorld.ts'
import { clipOf, mp3Of, wavOf } from '../../testing/media/audioVideo.ts'
import { jpegOf, pngOf } from '../../testing/media/images.ts'

async function* pieces(bytes: Buffer, end?: Error) {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  if (end) throw end
}

const picture = pngOf(70, 50)
const hash = createHash('sha256').update(picture).digest('hex')

describe('an input', () => {
  it('is stored unchanged under its hash, with its properties', async () => {
    const { addInput, folder, library } = inputWorld()
    const asset = await addInput('My cat.png', picture)
    expect(assetSchema.parse(asset)).toMatchObject({
      role: 'input',
      jobId: null,
      kind: 'image',
      format: 'png',
      width: 70,
      height: 50,
      bytes: picture.length,
      sha256: hash,
      name: 'My cat.png',
      sourceId: null,
      starredAt: null,
      rating: 0,
    })
    const path = join(folder, hash.slice(0, 2), `${hash}.png`)
    expect(readFileSync(path).equals(picture)).toBe(true)
    expect(await library.getFile(asset.id)).toEqual({ path, mime: 'image/png', bytes: picture.length })
    expect(library.assetDetail(asset.id)).toMatchObject({
      title: 'My cat.png',
      viewer: 'image',
      parameters: null,
    })
  })

  it('from a stream is the same as from a file', async () => {
    const { addInput, inputs, files } = inputWorld()
    const first = await addInput('a.png', picture)
    const again = await inputs.add({ stream: pieces(picture) }, { name: 'b.png' })
    expect(again).toEqual({ ...first, name: 'b.png' })
    expect(files()).toHaveLength(1)
  })

  it('that is added several times concurrently is stored once', async () => {
    const { addInput, files } = inputWorld()
    const added = await Promise.all(Array.from({ length: 8 }, (_, n) => addInput(`${n}.png`, picture)))
    expect(new Set(added.map(({ id }) => id)).size).toBe(1)
    expect(files()).toEqual([`${hash}.png`])
  })

  it('that is added again while its deletion is pending is kept', async () => {
    const { addInput, inputs, files, database } = inputWorld()
    await addInput('a.png', picture)
    database.run("INSERT INTO pending_deletions SELECT 'inputs/' || path FROM assets")
    database.run('DELETE FROM assets')
    await addInput('a.png', picture)
    await inputs.removeOrphans()
    expect(files()).toEqual([`${hash}.png`])
  })

  it.each([
    ['sound.mp3', wavOf(2), 'audio', 'wav', 2000],
    ['clip.png', clipOf({ seconds: 3 }), 'video', 'mp4', 3000],
    ['song', mp3Of(50), 'audio', 'mp3', Math.round((50 * 1152 * 1000) / 44_100)],
    ['photo.txt', jpegOf(64, 64), 'image', 'jpg', null],
  ])('named %s is detected by its bytes', async (name, bytes, kind, format, durationMs) => {
    const { addInput } = inputWorld()
    expect(await addInput(name, bytes)).toMatchObject({ kind, format, durationMs, name })
  })

  it('is kept when its original is moved or changed, and is repaired when it is added again', async () => {
    const { addInput, outside, library } = inputWorld()
    const { id } = await addInput('a.png', picture)
    rmSync(join(outside, 'a.png'))
    expect(library.findInputFile(id)).toMatchObject({ isPresent: true, bytes: picture.length })
    writeFileSync(library.findPath(id) ?? '', 'harmed')
    expect(library.findInputFile(id)).toMatchObject({ isPresent: false })
    await addInput('a.png', picture)
    expect(library.findInputFile(id)).toMatchObject({ isPresent: true })
    rmSync(library.findPath(id) ?? '')
    expect(library.findInputFile(id)).toMatchObject({ isPresent: false })
    expect(library.findInputFile('nobody')).toBeNull()
  })

  it('stores its source asset, and ignores an unknown one', async () => {
    const { addInput, addJobWithResult } = inputWorld()
    const clip = addJobWithResult('clip')
    expect(await addInput('frame.png', picture, clip.id)).toMatchObject({ sourceId: clip.id })
    expect(await addInput('frame.png', picture)).toMatchObject({ sourceId: clip.id })
    expect(await addInput('other.png', pngOf(9, 9), 'nobody')).toMatchObject({ sourceId: null })
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\cat.png', 'cat.png'],
    ['a\0b\u202egnp\u061c.exe', 'abgnp.exe'],
    ['', 'Untitled'],
    ['界'.repeat(400), '界'.repeat(255)],
    [`${'界'.repeat(254)}👨‍👩‍👧`, '界'.repeat(254)],
  ])('named %j is displayed as %j, which is never used as a path', async (given, name) => {
    const { inputs, files } = inputWorld()
    expect(await inputs.add({ stream: pieces(picture) }, { name: given })).toMatchObject({ name })
    expect(files()).toEqual([`${hash}.png`])
  })
})

describe('a file that is not accepted as input', () => {
  it.each([
    ['input_empty', '', undefined],
    ['input_unknown', 'just words', { what: 'txt' }],
    ['input_unknown', '{"a": 1}', { what: 'json' }],
    ['input_unknown', '<html><script>alert(1)</script>', { what: 'html' }],
    ['input_unknown', '<svg xmlns="http://www.w3.org/2000/svg"/>', { what: 'svg' }],
    ['input_unknown', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', { what: 'heic' }],
    ['input_unknown', 'II*\0\x08\0\0\0\0\0', { what: 'tiff' }],
    ['input_unknown', Buffer.from([1, 2, 3, 0]), { what: 'unknown' }],
    ['input_damaged', picture.subarray(0, 500), { what: 'png' }],
    ['input_damaged', pngOf(0, 5), { what: 'png' }],
  ])('is rejected: %s', async (code, bytes, params) => {
    const { addInput, files, database } = inputWorld()
    await expect(addInput('x.png', bytes)).rejects.toMatchObject({
      problem: { code, money: 'none', ...(params && { params }) },
    })
    expect(files()).toEqual([])
    expect(database.all('SELECT * FROM assets')).toEqual([])
  })

  it('over the size limit is not read completely', async () => {
    const { inputs, files } = inputWorld({ maxBytes: 5000 })
    let given = 0
    async function* endless() {
      for (;;) yield Buffer.alloc(1000, (given += 1))
    }
    await expect(inputs.add({ stream: endless() }, { name: 'a' })).rejects.toMatchObject({
      problem: { code: 'input_too_large', params: { maxBytes: 5000 } },
    })
    expect(given).toBeLessThan(3000)
    expect(files()).toEqual([])
  })

  it('that is missing or a folder is reported with the system error', async () => {
    const { inputs, outside, files } = inputWorld()
    mkdirSync(join(outside, 'folder'))
    for (const [name, cause] of [
      ['gone.png', 'ENOENT'],
      ['folder', 'EISDIR'],
    ] as const) {
      await expect(inputs.add({ path: join(outside, name) }, { name })).rejects.toMatchObject({
        problem: { code: 'file_missing', params: { cause } },
      })
    }
    expect(files()).toEqual([])
  })

  it('that was interrupted is rejected', async () => {
    const { inputs, files } = inputWorld()
    const broken = pieces(picture, new Error('aborted'))
    await expect(inputs.add({ stream: broken }, { name: 'a' })).rejects.toMatchObject({
      problem: { code: 'input_interrupted' },
    })
    expect(files()).toEqual([])
  })
})

it('removes files that a crash left, and nothing else', async () => {
  const { inputs, folder, addInput, files, database } = inputWorld()
  await addInput('a.png', picture)
  await addInput('b.png', pngOf(9, 9))
  database.transaction(() => {
    database.run("INSERT INTO pending_deletions SELECT 'inputs/' || path FROM assets WHERE name = 'b.png'")
    database.run("DELETE FROM assets WHERE name = 'b.png'")
  })
  writeFileSync(join(folder, 'left-over.part'), 'half')
  await inputs.removeOrphans()
  expect(files()).toEqual([`${hash}.png`])
})
