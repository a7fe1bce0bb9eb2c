import { expect, it } from 'vitest'
import { flacOf, isoBox } from '../../../testing/media/containers.ts'
import { mp3Of, wavOf } from '../../../testing/media/audioVideo.ts'
import { BufferedReader, createByteSource } from '../../downloads/formats/ByteSource.ts'
import { planFlac, planOgg } from './planVorbisComments.ts'
import { planIso } from './planIso.ts'
import { planMp3 } from './planMp3.ts'
import { planWav } from './planWav.ts'
import type { PlanCopy } from './Metadata.ts'

const METADATA = {
  title: 'fog',
  parameters: 'fog\nSteps: 8, Seed: 42',
  xmp: '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>',
}

/** Copies a file with parameters; null if it would be copied unchanged. */
async function copy(plan: PlanCopy, file: Buffer, metadata = METADATA): Promise<Buffer | null> {
  const parts = await plan(new BufferedReader(createByteSource(file)), metadata)
  return (
    parts &&
    Buffer.concat(parts.map((part) => ('bytes' in part ? part.bytes : file.subarray(part.from, part.to))))
  )
}

/** Two pieces of media data. */
const PIECES = ['first piece', 'second piece']
const FTYP = isoBox('ftyp', Buffer.from('isom\0\0\0\0', 'latin1'))

interface Movie {
  isHeaderLast?: boolean
  /** Offsets of 64 bits. */
  isLarge?: boolean
  /** Boxes inside the header, after its track. */
  inside?: readonly Buffer[]
  /** Boxes at the end of the file. */
  after?: readonly Buffer[]
}

/** An MP4 file whose header points at two pieces of media data. */
function movieOf({ isHeaderLast = false, isLarge = false, inside = [], after = [] }: Movie = {}): Buffer {
  const media = isoBox('mdat', Buffer.from(PIECES.join('')))
  const header = (first: number): Buffer => {
    const offsets = [first, first + (PIECES[0]?.length ?? 0)]
    const table = Buffer.alloc(8 + offsets.length * (isLarge ? 8 : 4))
    table.writeUInt32BE(offsets.length, 4)
    for (const [index, offset] of offsets.entries())
      if (isLarge) table.writeBigUInt64BE(BigInt(offset), 8 + index * 8)
      else table.writeUInt32BE(offset, 8 + index * 4)
    const stbl = isoBox('stbl', isoBox(isLarge ? 'co64' : 'stco', table))
    return isoBox(
      'moov',
      isoBox('mvhd', Buffer.alloc(100)),
      isoBox('trak', isoBox('mdia', isoBox('minf', stbl))),
      ...inside,
    )
  }
  return isHeaderLast
    ? Buffer.concat([FTYP, media, header(FTYP.length + 8), ...after])
    : Buffer.concat([FTYP, header(FTYP.length + header(0).length + 8), media, ...after])
}

/** The media data that the header of a file points at. */
function piecesOf(file: Buffer): string[] {
  const at = Math.max(file.indexOf('stco'), file.indexOf('co64'))
  const isLarge = file.toString('latin1', at, at + 4) === 'co64'
  return PIECES.map(({ length }, index) => {
    const offset = isLarge
      ? Number(file.readBigUInt64BE(at + 12 + index * 8))
      : file.readUInt32BE(at + 12 + index * 4)
    return file.toString('latin1', offset, offset + length)
  })
}

const tag = (name: string) =>
  isoBox(name, isoBox('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from('text')))
const userData = (...tags: Buffer[]) => {
  const handler = isoBox('hdlr', Buffer.from('00000000000000006d6469726170706c000000000000000000', 'hex'))
  return isoBox('udta', isoBox('meta', Buffer.alloc(4), handler, isoBox('ilst', ...tags)))
}

it.each<[string, Movie]>([
  ['before the media data', {}],
  ['before the media data, with offsets of 64 bits', { isLarge: true }],
  ['after the media data', { isHeaderLast: true }],
  ['with tags', { inside: [userData(tag('\u00a9too'))] }],
  ['with a title', { inside: [userData(tag('\u00a9nam'))] }],
  ['with user data of another kind', { inside: [isoBox('udta', isoBox('name', Buffer.from('x')))] }],
  [
    'with user data that end in zeros',
    { inside: [isoBox('udta', isoBox('name', Buffer.from('x')), Buffer.alloc(4))] },
  ],
])(
  'adds tags to an MP4 file whose header is %s, and the header still points at the media data',
  async (_what, movie) => {
    const file = movieOf(movie)
    expect(piecesOf(file)).toEqual(PIECES)
    const changed = await copy(planIso, file)
    if (!changed) throw new Error('Copied unchanged')
    expect(piecesOf(changed)).toEqual(PIECES)
    expect(changed.includes(METADATA.parameters)).toBe(true)
    expect(changed.includes(METADATA.xmp)).toBe(true)
    expect(changed.toString('latin1').split('\u00a9nam')).toHaveLength(2)
    expect(await copy(planIso, changed)).toBeNull()
  },
)

const XMP_ID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const C2PA_ID = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')

it.each<[string, Buffer]>([
  ['a comment', movieOf({ inside: [userData(tag('\u00a9cmt'))] })],
  ['XMP', movieOf({ after: [isoBox('uuid', XMP_ID, Buffer.from('<x/>'))] })],
  ['a C2PA manifest', movieOf({ after: [isoBox('uuid', C2PA_ID, Buffer.alloc(9))] })],
  ['fragments', movieOf({ after: [isoBox('moof', Buffer.alloc(9))] })],
  ['an index of fragments', movieOf({ after: [isoBox('mfra', Buffer.alloc(9))] })],
  ['offsets of items', movieOf({ after: [isoBox('meta', Buffer.alloc(12))] })],
  ['a header for fragments', movieOf({ inside: [isoBox('mvex', Buffer.alloc(9))] })],
  [
    'a compressed header',
    Buffer.concat([FTYP, isoBox('moov', isoBox('cmov', Buffer.alloc(9))), isoBox('mdat', Buffer.from('x'))]),
  ],
  ['two headers', movieOf({ after: [isoBox('moov', Buffer.alloc(9))] })],
  ['media data without a stated end', Buffer.concat([movieOf(), Buffer.from('\0\0\0\0mdatxx', 'latin1')])],
  ['no header', FTYP],
])('copies an MP4 file with %s unchanged', async (_what, file) => {
  expect(await copy(planIso, file)).toBeNull()
})

it('copies an MP4 file unchanged if its offsets would need more than 32 bits', async () => {
  const file = movieOf()
  file.writeUInt32BE(0xffff_fff0, file.indexOf('stco') + 12)
  expect(await copy(planIso, file)).toBeNull()
})

it('keeps the frames of audio files, and adds nothing twice', async () => {
  const files: [PlanCopy, Buffer, number][] = [
    [planMp3, mp3Of(5), 0],
    [planFlac, flacOf(3), 42],
    [planWav, wavOf(1), 12],
  ]
  for (const [plan, file, head] of files) {
    const changed = await copy(plan, file)
    expect(changed?.includes(file.subarray(head))).toBe(true)
    expect(changed?.includes(METADATA.xmp)).toBe(true)
    expect(changed && (await copy(plan, changed))).toBeNull()
  }
})

it('keeps the frames of an ID3 tag, and copies files with unsupported tags unchanged', async () => {
  const title = Buffer.from('TIT2\0\0\0\x05\0\0\0Mine', 'latin1')
  const head = (flags: number, version = 3) => Buffer.from([0x49, 0x44, 0x33, version, 0, flags, 0, 0, 0, 25])
  const file = (of: Buffer) => Buffer.concat([of, title, Buffer.alloc(10), mp3Of(2)])
  const changed = await copy(planMp3, file(head(0)))
  expect(changed?.includes(title)).toBe(true)
  expect(changed?.toString('latin1').split('TIT2')).toHaveLength(2)
  expect(await copy(planMp3, file(head(0x80)))).toBeNull()
  expect(await copy(planMp3, file(head(0, 2)))).toBeNull()
  // Frames of old programs have plain sizes in a version with synchsafe ones, so the rest of the tag is misread.
  expect(
    await copy(planMp3, Buffer.concat([head(0), title, Buffer.from('\0\0more text', 'latin1'), mp3Of(2)])),
  ).toBeNull()
  expect(await copy(planMp3, file(Buffer.from('ID3\x03\0\0\x7f\x7f\x7f\x7f', 'latin1')))).toBeNull()
})

/** A page of an Ogg file with parts of packets; one whose length is a multiple of 255 continues on the next page. */
function pageOf(number: number, ...parts: readonly Buffer[]): Buffer {
  const lengths = parts.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    ...(length % 255 === 0 ? [] : [length % 255]),
  ])
  const head = Buffer.from('OggS______________________', 'latin1').fill(0, 4)
  head.write('mine', 14)
  head.writeUInt32LE(number, 18)
  return Buffer.concat([head, Buffer.from([lengths.length, ...lengths]), ...parts])
}

const COMMENT = Buffer.from('\x03\0\0\0own\x01\0\0\0\x05\0\0\0A=own\x01', 'latin1')
const vorbisOf = (setup: Buffer, ...more: readonly Buffer[]): Buffer =>
  Buffer.concat([
    pageOf(0, Buffer.from('\x01vorbis, and more', 'latin1')),
    pageOf(1, Buffer.concat([Buffer.from('\x03vorbis', 'latin1'), COMMENT]), setup),
    ...more,
    pageOf(7, Buffer.from('sound')),
  ])

it('keeps the pages of an Ogg file after its headers, and their number', async () => {
  const file = vorbisOf(Buffer.from('the setup'))
  const changed = await copy(planOgg, file)
  expect(changed?.includes('A=own')).toBe(true)
  expect(changed?.includes(`COMMENT=${METADATA.parameters}`)).toBe(true)
  expect(changed?.includes('the setup')).toBe(true)
  expect(changed?.toString('latin1').split('OggS')).toHaveLength(4)
  expect(changed?.subarray(-33)).toEqual(file.subarray(-33))
  expect(changed && (await copy(planOgg, changed))).toBeNull()
})

it('copies an Ogg file unchanged if its headers outgrow their pages or share them with other data', async () => {
  const full = Buffer.alloc(254 * 255 - 1)
  const long = { ...METADATA, parameters: 'fog '.repeat(100) }
  expect(await copy(planOgg, vorbisOf(full), long)).toBeNull()
  expect(await copy(planOgg, vorbisOf(full))).not.toBeNull()
  expect(
    await copy(planOgg, vorbisOf(Buffer.alloc(255), pageOf(2, Buffer.from('end'), Buffer.from('sound')))),
  ).toBeNull()
  const other = pageOf(2, Buffer.from('end'))
  other.write('else', 14)
  expect(await copy(planOgg, vorbisOf(Buffer.alloc(255), other))).toBeNull()
})

it('copies files of other formats or with wrong sizes unchanged', async () => {
  const plans = [planIso, planMp3, planFlac, planOgg, planWav]
  for (const plan of plans)
    for (const file of [Buffer.alloc(0), Buffer.from('fLaC'), Buffer.from('hello, world, this is text')])
      expect(await copy(plan, file)).toBeNull()
  const wav = wavOf(1)
  expect(await copy(planWav, Buffer.concat([wav, Buffer.alloc(2)]))).toBeNull()
  expect(await copy(planWav, wav.subarray(0, -10))).toBeNull()
})

it('tolerates every truncation and any byte', async () => {
  const files: [PlanCopy, Buffer][] = [
    [planIso, movieOf({ inside: [userData(tag('\u00a9too'))] })],
    [planMp3, Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x05\0\0\0\0\0', 'latin1'), mp3Of(1)])],
    [planFlac, flacOf(2)],
    [planOgg, vorbisOf(Buffer.alloc(600), pageOf(2, Buffer.from('end')))],
    [planWav, wavOf(0.01)],
  ]
  for (const [plan, file] of files)
    for (let at = 0; at < file.length; at++) {
      await copy(plan, file.subarray(0, at))
      for (const byte of [0, 0x7f, 0xff]) {
        const changed = Buffer.from(file)
        changed[at] = byte
        await expect(copy(plan, changed)).resolves.toBeDefined()
      }
    }
})
