import { expect, test } from 'vitest'
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
