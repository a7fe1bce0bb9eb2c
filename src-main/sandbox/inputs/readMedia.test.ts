import { expect, test } from 'vitest'
import { createBox } from '../media/videos/muxMp4.ts'
import { readMedia } from './readMedia.ts'

/** An AVI whose only header chunk has the given name. `avih` makes it the main header: 25 frames of 40,000 µs, 320 × 240 pixels. */
function createAvi(headerName: string): Buffer {
  const header = Buffer.alloc(56)
  header.writeUInt32LE(40_000, 0)
  header.writeUInt32LE(25, 16)
  header.writeUInt32LE(320, 32)
  header.writeUInt32LE(240, 36)
  const start = Buffer.from('RIFF....AVI LIST....hdrl', 'latin1')
  return Buffer.concat([start, Buffer.from(`${headerName}....`, 'latin1'), header])
}

test('reads the duration and size of an AVI from its main header', async () => {
  expect(await readMedia(createAvi('avih'))).toMatchObject({
    kind: 'video',
    format: 'avi',
    seconds: 1,
    width: 320,
    height: 240,
  })
})

test('rejects an AVI without a main header', async () => {
  expect(await readMedia(createAvi('JUNK'))).toBeNull()
})

/** A chunk of an AVI: name, size and content. */
function createChunk(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.from(`${name}....`, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

test.each([
  ['an audio stream', 'auds', true],
  ['only a video stream', 'vids', false],
])('detects audio from the stream headers, with %s', async (_case, kind, hasAudio) => {
  const text = (value: string) => Buffer.from(value, 'latin1')
  const stream = createChunk('LIST', text('strl'), createChunk('strh', text(kind), Buffer.alloc(52)))
  const headers = createChunk('LIST', text('hdrl'), createChunk('avih', Buffer.alloc(56)), stream)
  // The name of the other kind also occurs in the frames.
  const frames = createChunk('LIST', text('movi'), text('auds vids'))
  const avi = createChunk('RIFF', text('AVI '), headers, frames)
  expect(await readMedia(avi)).toMatchObject({ format: 'avi', hasAudio })
})

/** MP3 frames of 32 kbit/s at 48 kHz, each 24 ms and 96 bytes, with this content after their headers. */
function createMp3(frames: number, content: (at: number) => number): Buffer {
  const bytes = Buffer.from(Array.from({ length: frames * 96 }, (_, at) => content(at)))
  for (let frame = 0; frame < frames; frame++) bytes.set([0xff, 0xfb, 0x14, 0xc4], frame * 96)
  return bytes
}

const noise = (at: number) => (at * 37 + (at >> 5) * 11) % 251
test.each([
  ['a short audible MP3', createMp3(50, noise), false],
  ['a short MP3 of zeros', createMp3(50, () => 0), true],
  ['a long audible MP3', createMp3(500, noise), false],
  [
    'an MP3 of padding, where each frame has side information',
    createMp3(500, (at) => (at % 96 < 25 ? noise(at) : 0)),
    true,
  ],
])('detects silence: %s', async (_case, bytes, isSilent) => {
  expect(await readMedia(bytes)).toMatchObject({ kind: 'audio', format: 'mp3', isSilent })
})

/** An MP4 with one track. `ticks`: its duration in milliseconds. */
function createMp4(kind: string, width: number, height: number, ticks = 0): Buffer {
  const trackHeader = Buffer.alloc(84)
  trackHeader.writeUInt32BE(width * 2 ** 16, 76)
  trackHeader.writeUInt32BE(height * 2 ** 16, 80)
  const handler = Buffer.from(`........${kind}`, 'latin1')
  const track = createBox(
    'trak',
    createBox('tkhd', trackHeader),
    createBox('mdia', createBox('hdlr', handler)),
  )
  const movieHeader = Buffer.alloc(100)
  movieHeader.writeUInt32BE(1000, 12)
  movieHeader.writeUInt32BE(ticks, 16)
  return Buffer.concat([
    createBox('ftyp', Buffer.from('isom....', 'latin1')),
    createBox('moov', createBox('mvhd', movieHeader), track),
  ])
}

test.each([
  ['a video', createMp4('vide', 320, 240), { kind: 'video', format: 'mp4', width: 320, height: 240 }],
  [
    'a video of unknown size',
    createMp4('vide', 0, 0),
    { kind: 'video', format: 'mp4', width: 640, height: 360 },
  ],
  ['audio', createMp4('soun', 0, 0), { kind: 'audio', format: 'm4a', width: 0, height: 0 }],
])('reads the kind and size of an MP4 from its tracks: %s', async (_case, bytes, expected) => {
  expect(await readMedia(bytes)).toMatchObject(expected)
})

test('assumes a size for an AVI that states none', async () => {
  const avi = createAvi('avih')
  avi.fill(0, avi.length - 24, avi.length - 16)
  expect(await readMedia(avi)).toMatchObject({ kind: 'video', width: 640, height: 360 })
})

test.each([
  ['a stated duration', 2500, 2.5],
  ['an unknown duration', 0xffff_ffff, 5],
])('reads the duration of an MP4, or assumes 5 seconds: %s', async (_case, ticks, seconds) => {
  expect(await readMedia(createMp4('vide', 320, 240, ticks))).toMatchObject({ seconds })
})
