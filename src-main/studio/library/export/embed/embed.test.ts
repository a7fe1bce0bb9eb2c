import { crc32 } from 'node:zlib'
import ExifReader from 'exifreader'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { AssetDetail } from '../../../../../src-preload/contract/types/asset.ts'
import type { Values } from '../../../../../src-preload/contract/types/form.ts'
import { jpegOf, pngOf, webpOf } from '../../../testing/media/images.ts'
import { libraryWorld } from '../../../testing/worlds/libraryWorld.ts'
import { createByteSource } from '../../downloads/formats/ByteSource.ts'
import { Embedder } from './Embedder.ts'

const PROMPT = 'fog “over” a pier, <dawn> & 霧 🎨\nsecond line'

interface World {
  prompt?: string
  values?: Values
  format?: string
  isEnhancement?: boolean
}

/** A result, and a function that copies a file with the result's parameters; null where they can't be added. */
function setUp({ prompt = PROMPT, values = {}, format = 'png', isEnhancement = false }: World = {}) {
  const { library, addJobWithResult } = libraryWorld()
  const original = library.assetDetail(addJobWithResult('job', prompt).id)
  const { parameters } = original
  if (!parameters) throw new Error('No parameters')
  const detail: AssetDetail = {
    ...original,
    asset: { ...original.asset, format },
    parameters: { ...parameters, values: { prompt, steps: 8, ...values } },
  }
  const embedder = new Embedder({
    version: '1.2.3',
    isEnhancement: () => isEnhancement,
  })
  const copy = async (file: Buffer, of = detail): Promise<Buffer | null | 'as it is'> => {
    const plan = embedder.prepare(of)
    if (!plan) return 'as it is'
    const parts = await plan(createByteSource(file))
    return (
      parts &&
      Buffer.concat(parts.map((part) => ('bytes' in part ? part.bytes : file.subarray(part.from, part.to))))
    )
  }
  return { detail, copy }
}

/** Copies a file that can have parameters. */
async function embed(file: Buffer, world: World = {}): Promise<Buffer> {
  const copy = await setUp(world).copy(file)
  if (!copy || copy === 'as it is') throw new Error('Copied unchanged')
  return copy
}

/** An Exif comment in UTF-16, after its eight bytes of encoding. */
const decodeComment = (value: unknown): string | undefined =>
  Array.isArray(value) ? Buffer.from(value.slice(8)).swap16().toString('utf16le') : undefined

/** The values of tags as another program reads them. */
function read(file: Buffer): Record<string, unknown> {
  const tags: Record<string, { description?: string; value?: unknown }> = {
    ...ExifReader.load(file, { includeUnknown: true }),
  }
  const valueOf = (name: string) => tags[name]?.value
  return {
    parameters: tags['parameters']?.description,
    comment: decodeComment(tags['UserComment']?.value),
    source: valueOf('DigitalSourceType'),
    tool: valueOf('CreatorTool'),
    prompt: tags['description']?.description,
    json: valueOf('parameters'),
  }
}

/** WebP files as services make them: lossy, and lossless with transparency. */
const encodeWebp = (lossless: boolean): Promise<Buffer> => {
  const channels = lossless ? 4 : 3
  const data = Uint8Array.from({ length: 17 * 9 * channels }, (_, at) => (at * 7) % 256)
  return sharp(data, { raw: { width: 17, height: 9, channels } })
    .webp({ lossless })
    .toBuffer()
}

const pixelsOf = (file: Buffer): Promise<Buffer> => sharp(file).raw().toBuffer()

const SOURCE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

it('adds the parameters to a PNG, whose other chunks stay the same', async () => {
  const file = pngOf(40, 30)
  const copy = await embed(file, { values: { negative_prompt: 'blurry', guidance: 3.5 } })
  expect(read(copy)).toMatchObject({ source: SOURCE, tool: 'Easel 1.2.3', prompt: PROMPT })
  const text = `${PROMPT}\nNegative prompt: blurry\nSteps: 8, CFG scale: 3.5, Seed: 42, Size: 64x48, Model: Painter, Task: Name of draw, Version: Easel 1.2.3`
  expect(copy.includes(Buffer.from(text))).toBe(true)
  expect(copy.subarray(0, 33)).toEqual(file.subarray(0, 33))
  expect(copy.subarray(-(file.length - 33))).toEqual(file.subarray(33))
})

it('adds the parameters to a JPEG, whose pixels stay the same', async () => {
  const file = jpegOf(40, 30)
  const copy = await embed(file, { format: 'jpg' })
  expect(read(copy)).toMatchObject({ source: SOURCE, prompt: PROMPT })
  expect(read(copy)['comment']).toMatch(/^fog “over” a pier.*\nsecond line\nSteps: 8, Seed: 42/s)
  expect(await pixelsOf(copy)).toEqual(await pixelsOf(file))
})

it.each([
  ['lossy', false],
  ['lossless', true],
])('adds the parameters to a WebP (%s), whose image stays the same', async (_kind, lossless) => {
  const file = await encodeWebp(lossless)
  const copy = await embed(file, { format: 'webp' })
  expect(read(copy)).toMatchObject({ source: SOURCE, prompt: PROMPT })
  expect(read(copy)['comment']).toMatch(/Seed: 42/)
  const start = file.toString('latin1', 12, 16) === 'VP8X' ? 30 : 12
  expect(copy.includes(file.subarray(start))).toBe(true)
  expect(await pixelsOf(copy)).toEqual(await pixelsOf(file))
  expect(copy.readUInt32LE(4)).toBe(copy.length - 8)
  expect(copy.toString('latin1', 12, 16)).toBe('VP8X')
  expect([copy.readUIntLE(24, 3) + 1, copy.readUIntLE(27, 3) + 1]).toEqual([17, 9])
  expect((copy[20] ?? 0) & 0x10).toBe(lossless ? 0x10 : 0)
})

it('writes all values as JSON, but no URL', async () => {
  const copy = await embed(pngOf(4, 4), {
    values: {
      webhook_url: 'https://me.example/secret',
      style: 'a:b',
      references: ['https://me.example/secret'],
      weights: [{ url: 'https://me.example/secret', strength: 1 }],
    },
  })
  expect(copy.includes(Buffer.from('secret'))).toBe(false)
  expect(copy.includes(Buffer.from('style: "a:b"'))).toBe(true)
  const json = /<easel:parameters>([^<]*)</.exec(copy.toString('utf8'))?.[1] ?? ''
  expect(JSON.parse(json.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))).toEqual({
    easelParameters: 1,
    operation: 'draw',
    model: { slug: 'slug', name: 'Painter' },
    values: { prompt: PROMPT, steps: 8, style: 'a:b' },
    seed: 42,
  })
})

it.each(['https://me.example/secret', ' HTTP://me.example/secret or'])(
  'writes neither the prompt %o nor a title that is made from it',
  async (prompt) => {
    const copy = await embed(pngOf(4, 4), { prompt })
    expect(copy.includes(Buffer.from('secret'))).toBe(false)
    expect(read(copy)).toMatchObject({ prompt: 'Name of draw' })
    expect(copy.includes(Buffer.from('Name of draw\nSteps: 8'))).toBe(true)
  },
)

it('writes the IPTC digital source type', async () => {
  const { detail, copy } = setUp()
  const typeOf = async (of: AssetDetail) => {
    const file = await copy(pngOf(4, 4), of)
    return file instanceof Buffer ? String(read(file)['source']).split('/').at(-1) : null
  }
  const input = (change: Partial<AssetDetail['asset']>) => ({
    ...detail,
    inputs: [{ field: 'image', label: 'Image', asset: { ...detail.asset, ...change } }],
  })
  expect(await typeOf(input({ role: 'input', sourceId: null }))).toBe('compositeWithTrainedAlgorithmicMedia')
  expect(await typeOf(input({ role: 'input', sourceId: 'a result' }))).toBe('trainedAlgorithmicMedia')
  expect(await typeOf(input({ role: 'result' }))).toBe('trainedAlgorithmicMedia')
  expect(read(await embed(pngOf(4, 4), { isEnhancement: true }))['source']).toMatch(
    /\/algorithmicallyEnhanced$/,
  )
})

it('adds nothing to the user’s own files and to other formats', async () => {
  const { detail, copy } = setUp()
  expect(await copy(pngOf(4, 4), { ...detail, parameters: null })).toBe('as it is')
  expect(await copy(pngOf(4, 4), { ...detail, asset: { ...detail.asset, format: 'gif' } })).toBe('as it is')
})

/** Inserts a text chunk named `parameters` before the last chunk, of 12 bytes. */
const withTextAtEnd = (png: Buffer): Buffer => {
  const body = Buffer.from('tEXtparameters\0steps', 'latin1')
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, -12), length, body, checksum, png.subarray(-12)])
}

const patched = (file: Buffer, offset: number, bytes: number[]): Buffer => {
  const copy = Buffer.from(file)
  copy.set(bytes, offset)
  return copy
}

it.each<[string, string, () => Buffer | Promise<Buffer>]>([
  ['a PNG with parameters', 'png', () => embed(pngOf(4, 4))],
  ['a PNG with parameters after the image', 'png', () => withTextAtEnd(pngOf(4, 4))],
  ['a truncated PNG', 'png', () => pngOf(40, 40).subarray(0, -5)],
  ['a PNG with a giant chunk', 'png', () => patched(pngOf(4, 4), 33, [0x7f, 0xff, 0xff, 0xff])],
  ['a JPEG instead of a PNG', 'png', () => jpegOf(4, 4)],
  ['an empty file', 'png', () => Buffer.alloc(0)],
  ['a JPEG with parameters', 'jpg', () => embed(jpegOf(4, 4), { format: 'jpg' })],
  ['a truncated JPEG', 'jpg', () => jpegOf(40, 40).subarray(0, -2)],
  ['a JPEG that ends in its tables', 'jpg', () => jpegOf(40, 40).subarray(0, 100)],
  ['a JPEG with a giant segment', 'jpg', () => patched(jpegOf(4, 4), 4, [0xff, 0xff])],
  ['a WebP with parameters', 'webp', async () => embed(await encodeWebp(false), { format: 'webp' })],
  ['a truncated WebP', 'webp', async () => (await encodeWebp(true)).subarray(0, -2)],
  [
    'a WebP whose first chunk has a wrong size',
    'webp',
    async () => patched(await encodeWebp(true), 16, [0xff, 0xff]),
  ],
  ['a WebP with an unknown first chunk', 'webp', () => patched(webpOf.lossy(4, 4), 12, [0x41])],
])('copies %s unchanged', async (_what, format, createFile) => {
  expect(await setUp({ format }).copy(await createFile())).toBeNull()
})

it('copies a JPEG unchanged if its parameters are too long for a segment', async () => {
  expect(await setUp({ format: 'jpg', prompt: 'fog '.repeat(20_000) }).copy(jpegOf(4, 4))).toBeNull()
})

it('copies a file unchanged wherever it is truncated, and tolerates any byte', async () => {
  for (const [format, file] of [
    ['png', pngOf(9, 9)],
    ['jpg', jpegOf(9, 9)],
    ['webp', await encodeWebp(false)],
  ] as const) {
    const { copy } = setUp({ format })
    for (let at = 0; at < Math.min(file.length, 300); at++) {
      expect(await copy(file.subarray(0, at))).toBeNull()
      await expect(copy(patched(file, at, [0xff]))).resolves.not.toBe('as it is')
    }
  }
})

it('tolerates damaged lengths and types of chunks', async () => {
  const kinds = [
    { file: pngOf(9, 9), copy: setUp({ format: 'png' }).copy },
    { file: jpegOf(9, 9), copy: setUp({ format: 'jpg' }).copy },
    { file: await encodeWebp(false), copy: setUp({ format: 'webp' }).copy },
    { file: await encodeWebp(true), copy: setUp({ format: 'webp' }).copy },
  ]
  const damage = fc.tuple(fc.nat(120), fc.array(fc.nat(255), { minLength: 1, maxLength: 4 }))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.array(damage, { minLength: 1, maxLength: 4 }),
      async ({ file, copy }, damages) => {
        const damaged = damages.reduce(
          (bytes, [at, written]) => patched(bytes, at % (file.length - 4), written),
          file,
        )
        const copied = await copy(damaged)
        // Whatever is added, nothing of the file is lost.
        if (copied instanceof Buffer) expect(copied.length).toBeGreaterThan(file.length)
        else expect(copied).toBeNull()
      },
    ),
    { numRuns: 500 },
  )
})
