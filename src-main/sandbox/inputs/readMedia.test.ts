import { expect, test } from 'vitest'
import { readMedia } from './readMedia.ts'

/** An AVI with a main header: 25 frames of 40,000 µs, 320 × 240 pixels. Without it, the same bytes under another name. */
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
