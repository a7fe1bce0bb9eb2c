import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeKeyFrame } from '../clips/keyFrame.ts'
import { readClip } from '../clips/readClip.ts'
import { readMedia } from '../inputs/readMedia.ts'
import { encodePicture } from '../pictures/encodePicture.ts'
import type { Picture } from '../pictures/LandscapeOrder.ts'
import { encodeSound } from '../sounds/encodeSound.ts'
import { type OpenSandbox, openSandbox } from '../testing/openSandbox.ts'
import { formOf, priceOf, refusedAt, runJob } from '../testing/runJob.ts'

const FLAVOURS = ['spec', 'live'] as const

/** One second of the smallest clip there is. */
const clip = {
  prompt: 'a lake at dusk',
  model: 'driftreel',
  width: 256,
  height: 256,
  guidance: 0,
  steps: 1,
  seed: 7,
  frames: 30,
  fps: 30,
}
const short = { ...clip, model: 'flipbook', steps: 2, frames: 8, fps: 8 }

async function plain(tone: number, width = 256, height = 256): Promise<File> {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(tone)
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255
  const { bytes, mime } = await encodePicture({ width, height, pixels }, 'png')
  return new File([new Uint8Array(bytes)], 'plain.png', { type: mime })
}

async function hum(seconds: number): Promise<File> {
  const samples = Float32Array.from({ length: 24000 * seconds }, (_, i) => Math.sin(i * 0.05) * 0.4)
  const { bytes, mime } = await encodeSound({ rate: 24000, channels: [samples] }, 'mp3')
  return new File([new Uint8Array(bytes)], 'hum.mp3', { type: mime })
}

/** Middle tone of one picture of a clip. */
async function toneAt(bytes: Buffer, index: number): Promise<number> {
  const frames = readClip(bytes)?.video.frames ?? []
  const picture: Picture = await decodeKeyFrame(frames.at(index) ?? new Uint8Array())
  const middle = (Math.floor(picture.height / 2) * picture.width + Math.floor(picture.width / 2)) * 4
  return picture.pixels[middle] ?? 0
}

/** Where this flavour tells prices of replacing in a video, and where the other does. */
const replacePaths = (flavour: 'spec' | 'live') =>
  flavour === 'spec'
    ? (['videos/replace/price-calculation', 'videos/replace/price'] as const)
    : (['videos/replace/price', 'videos/replace/price-calculation'] as const)

async function film(sandbox: OpenSandbox): Promise<File> {
  const { main } = await runJob(sandbox, 'txt2video', short)
  return new File([new Uint8Array(main)], 'film.mp4', { type: 'video/mp4' })
}

describe.each(FLAVOURS)('text to video, %s', (flavour) => {
  test('is an MP4 of the size and length ordered, moving, for the price quoted', async () => {
    await using sandbox = await openSandbox({ flavour })
    const { main, mime, price } = await runJob(sandbox, 'txt2video', clip)
    expect(mime).toBe('video/mp4')
    expect(await readMedia(main)).toMatchObject({
      format: 'mp4',
      width: 256,
      height: 256,
      seconds: 1,
      sound: false,
    })
    const { video } = readClip(main) ?? { video: null }
    expect(video).toMatchObject({ width: 256, height: 256, fps: 30 })
    expect(video?.frames).toHaveLength(30)
    expect(new Set(video?.frames.map((frame) => Buffer.from(frame).toString('base64'))).size).toBe(30)
    const { model, width, height, steps, frames, fps } = clip
    const quoted = { model, width, height, steps, frames, fps }
    const path = 'txt2video/price-calculation'
    if (flavour === 'live') expect(await priceOf(sandbox, path, quoted)).toBe(price)
    else expect(await refusedAt(sandbox, path, quoted)).toEqual(['prompt', 'guidance', 'seed'])
    expect(await priceOf(sandbox, path, clip)).toBe(price)
  })

  test('has sound from a model that makes it, no longer than the pictures', async () => {
    await using sandbox = await openSandbox({ flavour })
    const { main } = await runJob(sandbox, 'txt2video', short)
    const { sound, video } = readClip(main) ?? { sound: null, video: null }
    const heard = ((sound?.frames.length ?? 0) * (sound?.frameSize ?? 0)) / (sound?.sampleRate ?? 1)
    expect(video?.frames).toHaveLength(8)
    expect(heard).toBeGreaterThan(0.9)
    expect(heard).toBeLessThanOrEqual(1)
    expect(await readMedia(main)).toMatchObject({ sound: true, seconds: 1 })
  })

  test('is the same for the same order and another for another seed', async () => {
    await using sandbox = await openSandbox({ flavour })
    const bytes = async (change: Record<string, unknown>) =>
      (await runJob(sandbox, 'txt2video', { ...short, ...change })).main
    const first = await bytes({})
    expect((await bytes({})).equals(first)).toBe(true)
    expect((await bytes({ seed: 8 })).equals(first)).toBe(false)
  })

  test.each([
    [{ frames: 29 }, 'frames'],
    [{ frames: 121 }, 'frames'],
    [{ fps: 24 }, 'fps'],
    [{ width: 1024 }, 'width'],
    [{ steps: 2 }, 'steps'],
    [{ seed: undefined }, 'seed'],
    [{ guidance: undefined }, 'guidance'],
    [{ prompt: '' }, 'prompt'],
  ])('%j is refused at its field', async (change, field) => {
    await using sandbox = await openSandbox({ flavour })
    expect(await refusedAt(sandbox, 'txt2video', { ...clip, ...change })).toEqual([field])
  })
})

test('fps may be left out as specified, and must be given live', async () => {
  await using spec = await openSandbox()
  await using live = await openSandbox({ flavour: 'live' })
  const { fps: _fps, ...rest } = clip
  expect(readClip((await runJob(spec, 'txt2video', rest)).main)?.video.fps).toBe(30)
  expect(await refusedAt(live, 'txt2video', rest)).toEqual(['fps'])
})

describe.each(FLAVOURS)('image to video, %s', (flavour) => {
  test('begins with the first frame and ends with the last', async () => {
    await using sandbox = await openSandbox({ flavour })
    const fields = {
      ...short,
      first_frame_image: await plain(40),
      last_frame_image: await plain(210, 300, 200),
    }
    const { main, price } = await runJob(sandbox, 'img2video', formOf(fields))
    expect(await toneAt(main, 0)).toBeCloseTo(40, -1)
    expect(await toneAt(main, -1)).toBeCloseTo(210, -1)
    const { model, width, height, steps, frames, fps } = short
    const quoted = { model, width, height, steps, frames, fps }
    const path = 'img2video/price-calculation'
    if (flavour === 'live') expect(await priceOf(sandbox, path, quoted)).toBe(price)
    else expect(await refusedAt(sandbox, path, short)).toEqual(['first_frame_image'])
    expect(await priceOf(sandbox, path, formOf(fields))).toBe(price)
    expect(await refusedAt(sandbox, 'img2video', formOf(short))).toEqual(['first_frame_image'])
  })
})

describe.each(FLAVOURS)('audio to video, %s', (flavour) => {
  test('carries the sound it was made for', async () => {
    await using sandbox = await openSandbox({ flavour })
    const fields = formOf({ ...short, audio: await hum(1.5) })
    const { main, price } = await runJob(sandbox, 'aud2video', fields)
    expect(readClip(main)?.sound).toMatchObject({ sampleRate: 24000, channels: 1 })
    const { model, width, height, frames, fps } = short
    const path = 'aud2video/price-calculation'
    if (flavour === 'live')
      expect(await priceOf(sandbox, path, { model, width, height, frames, fps })).toBe(price)
    else expect(await refusedAt(sandbox, path, short)).toEqual(['audio'])
    expect(await priceOf(sandbox, path, fields)).toBe(price)
  })

  test('refuses a sound longer than the model takes', async () => {
    await using sandbox = await openSandbox({ flavour })
    expect(await refusedAt(sandbox, 'aud2video', formOf({ ...short, audio: await hum(12) }))).toEqual([
      'audio',
    ])
    expect(await refusedAt(sandbox, 'aud2video', formOf({ ...short, audio: await plain(9) }))).toEqual([
      'audio',
    ])
  })
})

describe.each(FLAVOURS)('video replace, %s', (flavour) => {
  test('puts the figure into the video, as long as it was, at the price by length and size', async () => {
    await using sandbox = await openSandbox({ flavour })
    const video = await film(sandbox)
    const fields = { model: 'masquerade', video, ref_image: await plain(90) }
    const { main, price } = await runJob(sandbox, 'videos/replace', formOf(fields))
    expect(await readMedia(main)).toMatchObject({ width: 256, height: 256, seconds: 1 })
    const [path, other] = replacePaths(flavour)
    expect(await priceOf(sandbox, path, formOf(fields))).toBe(price)
    const measured = { model: 'masquerade', duration: '1.0', width: '256', height: '256' }
    if (flavour === 'live') {
      expect(await priceOf(sandbox, path, formOf({ model: 'masquerade', video }))).toBe(price)
      expect(await priceOf(sandbox, path, formOf(measured))).toBe(price)
      expect(await refusedAt(sandbox, path, formOf({ model: 'masquerade' }))).toEqual(['video'])
    } else expect(await refusedAt(sandbox, path, formOf(measured))).toEqual(['video', 'ref_image'])
    expect(await refusedAt(sandbox, 'videos/replace', formOf({ ...fields, width: '512' }))).toEqual([
      'height',
    ])
    expect((await sandbox.post(other, formOf(fields))).status).toBe(404)
  })

  test('a length beyond the limit is refused, by file or by number', async () => {
    await using sandbox = await openSandbox({ flavour })
    const [path] = replacePaths(flavour)
    const long = formOf({ model: 'masquerade', duration: '8.5' })
    expect(await refusedAt(sandbox, path, long)).toEqual(
      flavour === 'live' ? ['duration'] : ['video', 'ref_image'],
    )
  })
})

describe.each(FLAVOURS)('video upscale, %s', (flavour) => {
  test.each([
    ['clearview-2x', {}, 2],
    ['clearview-flex', { scale: '3' }, 3],
  ])('%s gives the same film, larger', async (model, extra, factor) => {
    await using sandbox = await openSandbox({ flavour })
    const video = await film(sandbox)
    const { main, price } = await runJob(sandbox, 'vid-upscale', formOf({ model, video, ...extra }))
    const seen = readClip(main)?.video
    expect(seen).toMatchObject({ width: 256 * factor, height: 256 * factor, fps: 8 })
    expect(seen?.frames).toHaveLength(8)
    const source = Buffer.from(await video.arrayBuffer())
    expect(Math.abs((await toneAt(main, 3)) - (await toneAt(source, 3)))).toBeLessThan(12)
    const path = 'vid-upscale/price-calculation'
    expect(await priceOf(sandbox, path, formOf({ model, video, ...extra }))).toBe(price)
    const measured = formOf({ model, width: 256, height: 256, duration: 1, ...extra })
    if (flavour === 'live') expect(await priceOf(sandbox, path, measured)).toBe(price)
    else expect(await refusedAt(sandbox, path, measured)).toEqual(['video'])
  })

  test('the factor is wanted by one model and refused by another; without a length the price is odd', async () => {
    await using sandbox = await openSandbox({ flavour })
    const path = 'vid-upscale/price-calculation'
    const measured =
      flavour === 'live' ? { width: 256, height: 256, duration: 1 } : { video: await film(sandbox) }
    expect(await refusedAt(sandbox, path, formOf({ model: 'clearview-flex', ...measured }))).toEqual([
      'scale',
    ])
    expect(await refusedAt(sandbox, path, formOf({ model: 'clearview-2x', scale: 2, ...measured }))).toEqual([
      'scale',
    ])
    const timeless = formOf({ model: 'clearview-2x', width: 256, height: 256 })
    if (flavour === 'live') expect(await priceOf(sandbox, path, timeless)).toBe(0)
    else expect(await refusedAt(sandbox, path, timeless)).toEqual(['video'])
  })
})

test('a clip is no file for speech to be found in, unless it has sound', async () => {
  await using sandbox = await openSandbox()
  const still = await runJob(sandbox, 'txt2video', clip)
  const mute = new File([new Uint8Array(still.main)], 'mute.mp4')
  const fields = { model: 'stenograph', include_ts: '1' }
  expect(await refusedAt(sandbox, 'videofile2txt', formOf({ ...fields, video: mute }))).toEqual(['video'])
  const { main } = await runJob(sandbox, 'txt2video', short)
  const video = new File([new Uint8Array(main)], 'heard.mp4')
  const { status } = await runJob(sandbox, 'videofile2txt', formOf({ ...fields, video }))
  expect(status.result).toContain('-->')
})

test('a clip is the same to the byte after a restart', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'sandbox-clips-'))
  try {
    const before = await openSandbox({ stateFolder })
    const { id, main } = await runJob(
      before,
      'img2video',
      formOf({ ...short, first_frame_image: await plain(40) }),
    )
    await before.close()
    await using after = await openSandbox({ stateFolder })
    after.clock.pass(240_000)
    const { result_url } = await after.status(id)
    expect(Buffer.from(await (await fetch(String(result_url))).arrayBuffer()).equals(main)).toBe(true)
  } finally {
    rmSync(stateFolder, { recursive: true })
  }
})
