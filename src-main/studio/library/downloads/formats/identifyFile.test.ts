import { expect, it } from 'vitest'
import { aviOf, clipOf, mp3Of, wavOf } from '../../../testing/media/audioVideo.ts'
import { webmOf } from '../../../testing/media/containers.ts'
import { pngOf } from '../../../testing/media/images.ts'
import { createByteSource } from './ByteSource.ts'
import { identifyFile } from './identifyFile.ts'

const measure = async (bytes: Buffer) => {
  const found = await identifyFile(createByteSource(bytes))
  if (found?.kind !== 'media') throw new Error(found?.name ?? 'unknown')
  const { width, height, durationMs } = found.file
  return { width, height, durationMs }
}

it.each([
  ['a video', clipOf({ width: 640, height: 360, seconds: 3.5 }), 640, 360, 3500],
  ['a portrait video of a phone', clipOf({ width: 640, height: 360, isRotated: true }), 360, 640, 2000],
  ['a QuickTime video', clipOf({ brand: 'qt  ', seconds: 8 }), 64, 48, 8000],
  ['audio in an MP4', clipOf({ tracks: ['soun'], seconds: 5 }), null, null, 5000],
  ['a video with a 64-bit duration', clipOf({ ticks64: 6_000_000_000n }), 64, 48, 600_000],
  ['a video with an unknown duration', clipOf({ seconds: 0xffff_ffff / 1000 }), 64, 48, null],
  ['a video with an unknown 64-bit duration', clipOf({ ticks64: 2n ** 64n - 1n }), 64, 48, null],
  ['a video with an impossible duration', clipOf({ ticks64: 2n ** 64n - 2n, timescale: 1 }), 64, 48, null],
  ['an AVI video', aviOf(320, 240, 4), 320, 240, 4000],
  ['an AVI video without a duration', aviOf(320, 240, 0), 320, 240, null],
  ['audio in a WebM', webmOf({ codec: 'A_OPUS', durationMs: 2500 }), null, null, 2500],
  ['a WebM with an impossible duration', webmOf({ codec: 'A_OPUS', durationMs: 1e300 }), null, null, 60_060],
  ['a WAV file', wavOf(1.25), null, null, 1250],
  ['an MP3 file', mp3Of(100), null, null, Math.round((100 * 1152 * 1000) / 44_100)],
])('returns the duration and size of %s', async (_, bytes, width, height, durationMs) => {
  expect(await measure(bytes)).toEqual({ width, height, durationMs })
})

it('returns the known size of an image and no duration', async () => {
  expect(await measure(pngOf(7, 5))).toEqual({ width: 7, height: 5, durationMs: null })
})

it.each([
  ['ID3 and nothing more', Buffer.from('ID3\x04\0\0')],
  ['Ogg without pages', Buffer.from('OggS\0\x02')],
  ['a WAV without data', Buffer.from('RIFF\x04\0\0\0WAVE')],
  ['a video without tracks', clipOf({ tracks: [], seconds: 0 })],
])('returns nothing for %s, without throwing', async (_, bytes) => {
  expect(await measure(bytes)).toEqual({ width: null, height: null, durationMs: null })
})
