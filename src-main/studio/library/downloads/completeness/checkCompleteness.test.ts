import { describe, expect, it } from 'vitest'
import {
  avifOf,
  splitClipOf,
  flacOf,
  fragmentedOf,
  mpegOf,
  oggOf,
  webmOf,
  wmvOf,
  xingOf,
} from '../../../testing/media/containers.ts'
import { aacOf, aviOf, clipOf, mp3Of, wavOf } from '../../../testing/media/audioVideo.ts'
import { bmpOf, gifOf, jpegOf, pngOf, webpOf } from '../../../testing/media/images.ts'
import { createByteSource } from '../formats/ByteSource.ts'
import { inspectFile } from '../inspectFile.ts'
import type { Format } from '../formats/sniffFormat.ts'
import { checkCompleteness } from './checkCompleteness.ts'

const ID3V1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 32)])
const SHORTEST_MP3_FRAME = Buffer.concat([Buffer.from('fff314c4', 'hex'), Buffer.alloc(20)])
const jpegWithThumbnail = () => {
  const complete = jpegOf(70, 50)
  const preview = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), jpegOf(16, 16), Buffer.alloc(300)])
  preview.writeUInt16BE(preview.length - 2, 2)
  return Buffer.concat([complete.subarray(0, 2), preview, Buffer.from([0xff]), complete.subarray(2)])
}
const gifWithTwoFrames = () => {
  const colorTable = Buffer.alloc(12, 0x7f)
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 9, 0, 9, 0, 0, 2, 3, 1, 2, 3, 0])
  const comment = Buffer.from([0x21, 0xfe, 2, 59, 59, 0])
  const head = Buffer.from([...Buffer.from('GIF89a'), 9, 0, 9, 0, 0x81, 0, 0])
  return Buffer.concat([head, colorTable, comment, frame, frame, Buffer.from([0x3b])])
}

/** Files whose structure shows that they are complete. */
const detectable: [string, Format, Buffer][] = [
  ['a PNG', 'png', pngOf(9, 9)],
  ['a JPEG', 'jpg', jpegOf(20, 20)],
  ['a JPEG with a thumbnail', 'jpg', jpegWithThumbnail()],
  ['a WebP', 'webp', webpOf.lossy(9, 9)],
  ['a GIF', 'gif', gifOf(9, 9)],
  ['a GIF of two frames', 'gif', gifWithTwoFrames()],
  ['a BMP', 'bmp', bmpOf(9, 9)],
  ['an AVIF', 'avif', avifOf([9, 9])],
  ['an MP4', 'mp4', clipOf()],
  ['an MP4 whose samples lie in two boxes', 'mp4', splitClipOf()],
  ['an M4A', 'm4a', clipOf({ brand: 'M4A ', tracks: ['soun'] })],
  ['a MOV', 'mov', clipOf({ brand: 'qt  ' })],
  ['a WebM', 'webm', webmOf()],
  ['an Ogg', 'ogg', oggOf()],
  ['a FLAC', 'flac', flacOf(5)],
  ['a WAV', 'wav', wavOf(0.02)],
  ['an AVI', 'avi', aviOf(9, 9, 1)],
  ['an MP3 that states its length', 'mp3', xingOf(3, mp3Of(1, true))],
  ['a WMV', 'wmv', wmvOf()],
]

/** Files whose structure can't show completeness when they end between two parts, at these offsets. */
const undetectable: [string, Format, Buffer, number[]][] = [
  ['an MP3 without its length', 'mp3', mp3Of(4), [417, 834, 1251]],
  ['an AAC', 'aac', aacOf(4), [128, 192]],
  ['a FLAC without its length', 'flac', flacOf(4, { hasLength: false }), [52, 62, 72]],
  ['a live WebM', 'webm', webmOf({ isLive: true }), [30, 59, 71, 78, 283, 295, 302]],
  ['an MP4 in fragments', 'mp4', fragmentedOf(), [294, 342]],
]

const check = (bytes: Buffer, format: Format) => checkCompleteness(createByteSource(bytes), format)

describe('a complete file', () => {
  it.each(detectable)('%s is known to be complete', async (_, format, bytes) => {
    expect(await check(bytes, format)).toBe('complete')
  })

  it.each(undetectable)('%s is not known to be complete', async (_, format, bytes) => {
    expect(await check(bytes, format)).toBe('unknown')
  })

  it.each([
    ['a JPEG', 'jpg', Buffer.concat([jpegOf(9, 9), Buffer.alloc(2000, 1)])],
    ['a PNG', 'png', Buffer.concat([pngOf(9, 9), Buffer.alloc(2000, 1)])],
    ['a FLAC with a tag', 'flac', Buffer.concat([flacOf(3), ID3V1])],
    ['an MP3 with a tag', 'mp3', Buffer.concat([xingOf(3, mp3Of(1)), ID3V1])],
  ] as const)('%s is still complete with data after its end', async (_, format, bytes) => {
    expect(await check(bytes, format)).toBe('complete')
  })

  it.each([
    ['an MP4 in fragments with its index', 'mp4', fragmentedOf({ hasIndex: true })],
    ['a program stream with its end code', 'mpeg', mpegOf()],
  ] as const)('%s is known to be complete by its index or end code', async (_, format, bytes) => {
    expect(await check(bytes, format)).toBe('complete')
    expect(await check(bytes.subarray(0, -1), format)).not.toBe('complete')
  })

  it('of over a million MP3 frames is known to be complete by its length', async () => {
    const frames = 1_100_000
    const first = xingOf(0, mp3Of(1))
    const others = Buffer.alloc(frames * SHORTEST_MP3_FRAME.length, SHORTEST_MP3_FRAME)
    first.writeUInt32BE(frames, 44)
    first.writeUInt32BE(first.length + others.length, 48)
    expect(await check(Buffer.concat([first, others]), 'mp3')).toBe('complete')
  })

  it.each([0, 0xffff_ffff, 0xffff_ffff - 36, 0x7fff_ffff, 0x7fff_f000, 0x7fff_0024])(
    'with the placeholder length %i in its header is not known to be complete, nor called truncated',
    async (length) => {
      const streamed = wavOf(0.02)
      streamed.writeUInt32LE(length, 4)
      streamed.writeUInt32LE(length, 40)
      expect(await check(streamed, 'wav')).toBe('unknown')
      streamed.writeUInt32LE(streamed.length - 8, 4)
      expect(await check(streamed, 'wav')).toBe('unknown')
    },
  )

  it('that is a JPEG with stray bytes between its segments is complete', async () => {
    const jpeg = jpegOf(20, 20)
    for (const stray of [[1], [0xff, 0, 5], [0, 0, 0, 0xff, 0xff]])
      expect(
        await check(Buffer.concat([jpeg.subarray(0, 2), Buffer.from(stray), jpeg.subarray(2)]), 'jpg'),
      ).toBe('complete')
  })
})

describe('a truncated file', () => {
  it.each(detectable)(
    '%s is never considered complete, wherever it is truncated',
    async (_, format, bytes) => {
      for (let length = 0; length < bytes.length; length++) {
        const found = await inspectFile(createByteSource(bytes.subarray(0, length)), 'any')
        const isAccepted = found.kind === 'accepted' && (found.isComplete || found.detected.format === format)
        expect(isAccepted, `cut at ${length} of ${bytes.length}`).toBe(false)
      }
    },
  )

  it.each(undetectable)(
    '%s is accepted only if it is truncated between two parts',
    async (_, format, bytes, offsets) => {
      const acceptedLengths: number[] = []
      for (let length = 1; length < bytes.length; length++) {
        const found = await inspectFile(createByteSource(bytes.subarray(0, length)), 'any')
        expect(found.kind === 'accepted' && found.isComplete, `cut at ${length}`).toBe(false)
        if (found.kind === 'accepted' && found.detected.format === format) acceptedLengths.push(length)
      }
      expect(acceptedLengths).toEqual(offsets)
    },
  )

  it('that is a program stream without its end code is never known to be complete, wherever it is truncated', async () => {
    const bytes = mpegOf().subarray(0, -4)
    for (let length = 4; length <= bytes.length; length++) {
      const found = await inspectFile(createByteSource(bytes.subarray(0, length)), 'any')
      expect(found, `cut at ${length}`).toMatchObject({
        kind: 'accepted',
        detected: { format: 'mpeg' },
        isComplete: false,
      })
    }
  })

  it('that is an Ogg without a last page is recognized as truncated', async () => {
    expect(await check(oggOf({ isOpen: true }), 'ogg')).toBe('truncated')
  })

  it('that is JSON is damaged, unlike text that starts with a bracket', async () => {
    const json = '{"text": "a \\"quoted\\" [word", "segments": [{"start": 0.5}, 3]}'
    for (let length = 7; length < json.length; length++) {
      const found = await inspectFile(createByteSource(Buffer.from(json.slice(0, length))), 'text')
      expect(found, `cut at ${length}`).toMatchObject({ kind: 'damaged', content: 'json' })
    }
    const words = '[Music] {laughs} "Hello'
    expect(await inspectFile(createByteSource(Buffer.from(words)), 'text')).toMatchObject({
      kind: 'accepted',
      isComplete: false,
    })
  })
})

describe('a file with more elements than are checked', () => {
  const repeat = (element: Buffer): Buffer => Buffer.alloc(element.length * 65_537, element)
  const wmvObject = Buffer.alloc(24, 1)
  wmvObject.writeBigUInt64LE(24n, 16)
  it.each<[Format, Buffer]>([
    [
      'wav',
      Buffer.concat([
        Buffer.from('RIFF\0\0\0\0WAVE'),
        repeat(Buffer.from('JUNK\0\0\0\0')),
        wavOf(1).subarray(36),
      ]),
    ],
    ['avi', repeat(Buffer.from('RIFF\x02\0\0\0AV'))],
    ['wmv', repeat(wmvObject)],
    [
      'flac',
      Buffer.concat([
        flacOf(1).subarray(0, 4),
        Buffer.from('\0\0\0\x22'),
        flacOf(1).subarray(8, 42),
        repeat(Buffer.alloc(4, 0).fill(1, 0, 1)),
      ]),
    ],
  ])('is neither complete nor truncated: %s', async (format, bytes) => {
    expect(await checkCompleteness(createByteSource(bytes), format)).toBe('unknown')
  })
})

describe('a hostile file', () => {
  const MIB = 1 << 20
  const gifHead = Buffer.from([...Buffer.from('GIF89a'), 9, 0, 9, 0, 0, 0, 0, 0x21, 0xfe])
  const boxes = Buffer.alloc(8 * MIB, Buffer.from('\0\0\0\x08free', 'latin1'))
  it.each<[string, Format, Buffer]>([
    ['a JPEG full of 0xFF', 'jpg', Buffer.alloc(8 * MIB, 0xff)],
    [
      'a JPEG of stuffed bytes',
      'jpg',
      Buffer.concat([Buffer.from('ffd8ffda0002', 'hex'), Buffer.alloc(8 * MIB, Buffer.from('ff00', 'hex'))]),
    ],
    [
      'a JPEG of short scans',
      'jpg',
      Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(8 * MIB, Buffer.from('ffda00024142', 'hex'))]),
    ],
    ['a million boxes', 'mp4', Buffer.concat([clipOf().subarray(0, 20), boxes])],
    ['a GIF of blocks of one byte', 'gif', Buffer.concat([gifHead, Buffer.alloc(8 * MIB, 1)])],
    [
      'a PNG of empty chunks',
      'png',
      Buffer.concat([
        pngOf(1, 1).subarray(0, 33),
        Buffer.alloc(8 * MIB, Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1')),
      ]),
    ],
    [
      'an Ogg of empty pages',
      'ogg',
      Buffer.alloc(8 * MIB, Buffer.concat([Buffer.from('OggS'), Buffer.alloc(23)])),
    ],
    [
      'a WebM of empty elements',
      'webm',
      Buffer.concat([webmOf({ isLive: true }), Buffer.alloc(8 * MIB, Buffer.from('ec80', 'hex'))]),
    ],
    [
      'a FLAC of frame headers',
      'flac',
      Buffer.concat([flacOf(2), Buffer.alloc(8 * MIB, flacOf(1).subarray(42, 49))]),
    ],
    ['an MP3 of the shortest frames', 'mp3', Buffer.alloc(8 * MIB, SHORTEST_MP3_FRAME)],
  ])(
    '%s is read at most once to check it and once to measure it, in large chunks',
    async (_, format, bytes) => {
      let reads = 0
      let read = 0
      const source = {
        size: bytes.length,
        read: async (position: number, length: number) => {
          const found = bytes.subarray(position, position + length)
          reads += 1
          read += found.length
          return found
        },
      }
      const checks = [
        { run: () => checkCompleteness(source, format), passes: 1 },
        { run: () => inspectFile(source, 'any'), passes: 2 },
      ]
      for (const { run, passes } of checks) {
        reads = 0
        read = 0
        await run()
        // Chunks overlap by a few bytes, and an inspection also reads the first bytes.
        expect(read).toBeLessThan(1.01 * passes * bytes.length)
        expect(reads).toBeLessThan(140 * passes)
      }
    },
  )
})
