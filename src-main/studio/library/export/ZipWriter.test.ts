import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, Reader } from '@zip.js/zip.js'
import { expect, it } from 'vitest'
import { ZipWriter } from './ZipWriter.ts'

/** The chunks as a stream of data. */
async function* of(...chunks: string[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

function collect() {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new ZipWriter(async (bytes) => void parts.push(Uint8Array.from(bytes)))
  const open = () => new ZipReader(new Uint8ArrayReader(Buffer.concat(parts)), { checkSignature: true })
  const read = async () => {
    const entries = await open().getEntries()
    return Promise.all(
      entries.map(async (entry) => ({
        name: entry.filename,
        time: entry.lastModDate.getTime(),
        text: entry.directory
          ? ''
          : Buffer.from(await entry.getData(new Uint8ArrayWriter())).toString('utf8'),
      })),
    )
  }
  return { zip, open, read }
}

const modifiedAt = Date.UTC(2026, 10, 23, 12, 30, 15)

it('writes an archive that another program reads: names in any script, contents, times', async () => {
  const { zip, read } = collect()
  await zip.add({ name: 'fog 霧 🎨.png', modifiedAt, bytes: 6, content: of('foo', 'bar') })
  await zip.add({ name: 'empty', modifiedAt, bytes: 0, content: of() })
  await zip.finish()
  expect(await read()).toEqual([
    { name: 'fog 霧 🎨.png', time: modifiedAt, text: 'foobar' },
    { name: 'empty', time: modifiedAt, text: '' },
  ])
})

it('leaves out a file whose content fails, before or after its first bytes', async () => {
  const { zip, read } = collect()
  const failing = (...chunks: string[]) =>
    (async function* () {
      yield* of(...chunks)
      throw new Error('unreadable')
    })()
  const add = (name: string, content: ReturnType<typeof of>) =>
    zip.add({ name, modifiedAt, bytes: 3, content })
  await add('first', of('one'))
  await expect(add('second', failing())).rejects.toThrow('unreadable')
  await expect(add('third', failing('thr'))).rejects.toThrow('unreadable')
  await add('fourth', of('four'))
  await zip.finish()
  expect((await read()).map(({ name, text }) => [name, text])).toEqual([
    ['first', 'one'],
    ['fourth', 'four'],
  ])
})

it('writes an archive without files', async () => {
  const { zip, read } = collect()
  await zip.finish()
  expect(await read()).toEqual([])
})

it('writes more entries than the old format can count', async () => {
  const { zip, open } = collect()
  for (let n = 0; n < 65_600; n++) await zip.add({ name: `${n}`, modifiedAt, bytes: 0, content: of() })
  await zip.finish()
  const entries = await open().getEntries()
  expect(entries).toHaveLength(65_600)
  expect(entries.at(-1)?.filename).toBe('65599')
})

/** An archive of which only small parts are kept; the others are zeros. */
class SparseReader extends Reader<null> {
  readonly #parts: { at: number; bytes: Uint8Array }[] = []

  constructor() {
    super(null)
    this.size = 0
  }

  append(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.byteLength < 1 << 20) this.#parts.push({ at: this.size, bytes: Uint8Array.from(bytes) })
    this.size += bytes.byteLength
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const result = new Uint8Array(length)
    for (const { at, bytes } of this.#parts) {
      const from = Math.max(at, index)
      const to = Math.min(at + bytes.byteLength, index + length)
      if (from < to) result.set(bytes.subarray(from - at, to - at), from - index)
    }
    return result
  }
}

it('writes files and offsets of more than 4 GiB', async () => {
  const sparse = new SparseReader()
  const zip = new ZipWriter(async (bytes) => sparse.append(bytes))
  const chunk = Buffer.alloc(16 << 20)
  const huge = async function* () {
    for (let n = 0; n < 260; n++) yield chunk
  }
  await zip.add({ name: 'huge', modifiedAt, bytes: 260 * chunk.byteLength, content: huge() })
  await zip.add({ name: 'after', modifiedAt, bytes: 3, content: of('end') })
  await zip.finish()
  const [first, second] = await new ZipReader(sparse, { checkSignature: true }).getEntries()
  expect(first).toMatchObject({ filename: 'huge', uncompressedSize: 260 * chunk.byteLength, zip64: true })
  if (!second || second.directory) throw new Error('No second entry')
  expect(Buffer.from(await second.getData(new Uint8ArrayWriter())).toString()).toBe('end')
})
