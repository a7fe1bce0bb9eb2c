import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeKeyFrame, demuxMp4 } from '../media/videos/videoCodec.ts'
import { readMedia } from '../inputs/readMedia.ts'
import { encodeImage } from '../media/images/imageCodec.ts'
import type { RgbaImage } from '../media/RgbaImage.ts'
import { encodeAudio } from '../media/audio/audioCodec.ts'
import {
  openSandbox,
  type TestSandbox,
  toFormData,
  requestInvalidFields,
  requestPrice,
  runJob,
} from '../testing.ts'

const FLAVOURS = ['spec', 'live'] as const

/** The smallest video of `driftreel`: one second, without audio. */
const videoBody = {
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
/** One second of few frames, from a model that generates audio. */
const bodyWithAudio = { ...videoBody, model: 'flipbook', steps: 2, frames: 8, fps: 8 }

async function plainImage(tone: number, width = 256, height = 256): Promise<File> {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(tone)
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255
  const { bytes, mime } = await encodeImage({ width, height, pixels }, 'png')
  return new File([new Uint8Array(bytes)], 'plain.png', { type: mime })
}

async function humAudio(seconds: number): Promise<File> {
  const samples = Float32Array.from({ length: 24000 * seconds }, (_, i) => Math.sin(i * 0.05) * 0.4)
  const { bytes, mime } = await encodeAudio({ sampleRate: 24000, channels: [samples] }, 'mp3')
  return new File([new Uint8Array(bytes)], 'hum.mp3', { type: mime })
}

/** The red value at the centre of one frame of a video. */
async function centreToneAt(bytes: Buffer, index: number): Promise<number> {
  const frames = demuxMp4(bytes)?.video.frames ?? []
  const image: RgbaImage = await decodeKeyFrame(frames.at(index) ?? new Uint8Array())
  const middle = (Math.floor(image.height / 2) * image.width + Math.floor(image.width / 2)) * 4
  return image.pixels[middle] ?? 0
}

/** The path of the price request in this flavour, and its path in the other flavour. */
const replacePaths = (flavour: 'spec' | 'live') =>
  flavour === 'spec'
    ? (['videos/replace/price-calculation', 'videos/replace/price'] as const)
    : (['videos/replace/price', 'videos/replace/price-calculation'] as const)

/** A video of one second, or of `frames` at 8 frames per second. */
async function videoWithAudio(sandbox: TestSandbox, frames = bodyWithAudio.frames): Promise<File> {
  const { main } = await runJob(sandbox, 'txt2video', { ...bodyWithAudio, frames })
  return new File([new Uint8Array(main)], 'film.mp4', { type: 'video/mp4' })
}

describe.each(FLAVOURS)('text to video, %s', (flavour) => {
  test('is an MP4 of the requested size and duration with different frames, at the quoted price', async () => {
    await using sandbox = await openSandbox({ flavour })
    const { main, mime, price } = await runJob(sandbox, 'txt2video', videoBody)
    expect(mime).toBe('video/mp4')
    expect(await readMedia(main)).toMatchObject({
      format: 'mp4',
      width: 256,
      height: 256,
      seconds: 1,
      hasAudio: false,
    })
    const { video } = demuxMp4(main) ?? { video: null }
    expect(video).toMatchObject({ width: 256, height: 256, fps: 30 })
    expect(video?.frames).toHaveLength(30)
    expect(new Set(video?.frames.map((frame) => Buffer.from(frame).toString('base64'))).size).toBe(30)
    const { model, width, height, steps, frames, fps } = videoBody
    const quoted = { model, width, height, steps, frames, fps }
    const path = 'txt2video/price-calculation'
    if (flavour === 'live') expect(await requestPrice(sandbox, path, quoted)).toBe(price)
    else expect(await requestInvalidFields(sandbox, path, quoted)).toEqual(['prompt', 'guidance', 'seed'])
    expect(await requestPrice(sandbox, path, videoBody)).toBe(price)
  })

  test('has audio, no longer than the video, if the model generates it', async () => {
    await using sandbox = await openSandbox({ flavour })
    const { main } = await runJob(sandbox, 'txt2video', bodyWithAudio)
    const { audio, video } = demuxMp4(main) ?? { audio: null, video: null }
    const audioSeconds =
      ((audio?.frames.length ?? 0) * (audio?.samplesPerFrame ?? 0)) / (audio?.sampleRate ?? 1)
    expect(video?.frames).toHaveLength(8)
    expect(audioSeconds).toBeGreaterThan(0.9)
    expect(audioSeconds).toBeLessThanOrEqual(1)
    expect(await readMedia(main)).toMatchObject({ hasAudio: true, seconds: 1 })
  })

  test('is identical for the same body and different for another seed', async () => {
    await using sandbox = await openSandbox({ flavour })
    const bytes = async (change: Record<string, unknown>) =>
      (await runJob(sandbox, 'txt2video', { ...bodyWithAudio, ...change })).main
    const first = await bytes({})
    expect((await bytes({})).equals(first)).toBe(true)
    expect((await bytes({ seed: 8 })).equals(first)).toBe(false)
  })

  test.each([
    ['fewer frames than the limit', { frames: 29 }, 'frames'],
    ['more frames than the limit', { frames: 121 }, 'frames'],
    ['an unsupported frame rate', { fps: 24 }, 'fps'],
    ['a width above the limit', { width: 1024 }, 'width'],
    ['more steps than the limit', { steps: 2 }, 'steps'],
    ['no seed', { seed: undefined }, 'seed'],
    ['no guidance', { guidance: undefined }, 'guidance'],
    ['an empty prompt', { prompt: '' }, 'prompt'],
  ])('%s is rejected at its field', async (_, change, field) => {
    await using sandbox = await openSandbox({ flavour })
    expect(await requestInvalidFields(sandbox, 'txt2video', { ...videoBody, ...change })).toEqual([field])
  })
})

test('fps is optional in the spec flavour and required in the live flavour', async () => {
  await using spec = await openSandbox()
  await using live = await openSandbox({ flavour: 'live' })
  const { fps: _fps, ...rest } = videoBody
  expect(demuxMp4((await runJob(spec, 'txt2video', rest)).main)?.video.fps).toBe(30)
  expect(await requestInvalidFields(live, 'txt2video', rest)).toEqual(['fps'])
})

describe.each(FLAVOURS)('image to video, %s', (flavour) => {
  test('starts with the first frame and ends with the last', async () => {
    await using sandbox = await openSandbox({ flavour })
    const fields = {
      ...bodyWithAudio,
      first_frame_image: await plainImage(40),
      last_frame_image: await plainImage(210, 300, 200),
    }
    const { main, price } = await runJob(sandbox, 'img2video', toFormData(fields))
    expect(await centreToneAt(main, 0)).toBeCloseTo(40, -1)
    expect(await centreToneAt(main, -1)).toBeCloseTo(210, -1)
    const { model, width, height, steps, frames, fps } = bodyWithAudio
    const quoted = { model, width, height, steps, frames, fps }
    const path = 'img2video/price-calculation'
    if (flavour === 'live') expect(await requestPrice(sandbox, path, quoted)).toBe(price)
    else expect(await requestInvalidFields(sandbox, path, bodyWithAudio)).toEqual(['first_frame_image'])
    expect(await requestPrice(sandbox, path, toFormData(fields))).toBe(price)
    expect(await requestInvalidFields(sandbox, 'img2video', toFormData(bodyWithAudio))).toEqual([
      'first_frame_image',
    ])
  })
})

describe.each(FLAVOURS)('audio to video, %s', (flavour) => {
  test('contains the given audio', async () => {
    await using sandbox = await openSandbox({ flavour })
    const fields = toFormData({ ...bodyWithAudio, audio: await humAudio(1.5) })
    const { main, price } = await runJob(sandbox, 'aud2video', fields)
    expect(demuxMp4(main)?.audio).toMatchObject({ sampleRate: 24000, channels: 1 })
    const { model, width, height, frames, fps } = bodyWithAudio
    const path = 'aud2video/price-calculation'
    if (flavour === 'live')
      expect(await requestPrice(sandbox, path, { model, width, height, frames, fps })).toBe(price)
    else expect(await requestInvalidFields(sandbox, path, bodyWithAudio)).toEqual(['audio'])
    expect(await requestPrice(sandbox, path, fields)).toBe(price)
  })

  test('rejects audio longer than the model accepts, and a file that is not audio', async () => {
    await using sandbox = await openSandbox({ flavour })
    expect(
      await requestInvalidFields(
        sandbox,
        'aud2video',
        toFormData({ ...bodyWithAudio, audio: await humAudio(12) }),
      ),
    ).toEqual(['audio'])
    expect(
      await requestInvalidFields(
        sandbox,
        'aud2video',
        toFormData({ ...bodyWithAudio, audio: await plainImage(9) }),
      ),
    ).toEqual(['audio'])
  })
})

describe.each(FLAVOURS)('video replace, %s', (flavour) => {
  test('keeps the duration of the video, at a price by duration and size', async () => {
    await using sandbox = await openSandbox({ flavour })
    const video = await videoWithAudio(sandbox)
    const fields = { model: 'masquerade', video, ref_image: await plainImage(90) }
    const { main, price } = await runJob(sandbox, 'videos/replace', toFormData(fields))
    expect(await readMedia(main)).toMatchObject({ width: 256, height: 256, seconds: 1 })
    const [path, other] = replacePaths(flavour)
    expect(await requestPrice(sandbox, path, toFormData(fields))).toBe(price)
    const measured = { model: 'masquerade', duration: '1.0', width: '256', height: '256' }
    if (flavour === 'live') {
      expect(await requestPrice(sandbox, path, toFormData({ model: 'masquerade', video }))).toBe(price)
      expect(await requestPrice(sandbox, path, toFormData(measured))).toBe(price)
      expect(await requestInvalidFields(sandbox, path, toFormData({ model: 'masquerade' }))).toEqual([
        'video',
      ])
    } else
      expect(await requestInvalidFields(sandbox, path, toFormData(measured))).toEqual(['video', 'ref_image'])
    expect(
      await requestInvalidFields(sandbox, 'videos/replace', toFormData({ ...fields, width: '512' })),
    ).toEqual(['height'])
    expect((await sandbox.post(other, toFormData(fields))).status).toBe(404)
  })

  test('a video longer than the model accepts is rejected', async () => {
    await using sandbox = await openSandbox({ flavour })
    const [path] = replacePaths(flavour)
    const fields = { model: 'masquerade', ref_image: await plainImage(90) }
    const video = await videoWithAudio(sandbox, 9 * bodyWithAudio.fps)
    for (const target of [path, 'videos/replace'])
      expect(await requestInvalidFields(sandbox, target, toFormData({ ...fields, video }))).toEqual(['video'])
  })
})

test('a price request of the live flavour is rejected if it states a duration above the limit', async () => {
  await using sandbox = await openSandbox({ flavour: 'live' })
  const long = toFormData({ model: 'masquerade', duration: '8.5' })
  expect(await requestInvalidFields(sandbox, 'videos/replace/price', long)).toEqual(['duration'])
})

describe.each(FLAVOURS)('video upscale, %s', (flavour) => {
  test.each([
    ['clearview-2x', {}, 2],
    ['clearview-flex', { scale: '3' }, 3],
  ])('%s returns the same video, larger', async (model, extra, factor) => {
    await using sandbox = await openSandbox({ flavour })
    const video = await videoWithAudio(sandbox)
    const { main, price } = await runJob(sandbox, 'vid-upscale', toFormData({ model, video, ...extra }))
    const track = demuxMp4(main)?.video
    expect(track).toMatchObject({ width: 256 * factor, height: 256 * factor, fps: 8 })
    expect(track?.frames).toHaveLength(8)
    const source = Buffer.from(await video.arrayBuffer())
    expect(Math.abs((await centreToneAt(main, 3)) - (await centreToneAt(source, 3)))).toBeLessThan(12)
    const path = 'vid-upscale/price-calculation'
    expect(await requestPrice(sandbox, path, toFormData({ model, video, ...extra }))).toBe(price)
    const measured = toFormData({ model, width: 256, height: 256, duration: 1, ...extra })
    if (flavour === 'live') expect(await requestPrice(sandbox, path, measured)).toBe(price)
    else expect(await requestInvalidFields(sandbox, path, measured)).toEqual(['video'])
  })

  test('the factor is required by one model and rejected by another; without a duration the live price is 0', async () => {
    await using sandbox = await openSandbox({ flavour })
    const path = 'vid-upscale/price-calculation'
    const measured =
      flavour === 'live' ? { width: 256, height: 256, duration: 1 } : { video: await videoWithAudio(sandbox) }
    expect(
      await requestInvalidFields(sandbox, path, toFormData({ model: 'clearview-flex', ...measured })),
    ).toEqual(['scale'])
    expect(
      await requestInvalidFields(sandbox, path, toFormData({ model: 'clearview-2x', scale: 2, ...measured })),
    ).toEqual(['scale'])
    const withoutDuration = toFormData({ model: 'clearview-2x', width: 256, height: 256 })
    if (flavour === 'live') expect(await requestPrice(sandbox, path, withoutDuration)).toBe(0)
    else expect(await requestInvalidFields(sandbox, path, withoutDuration)).toEqual(['video'])
  })
})

test("a video without audio can't be transcribed, one with audio can", async () => {
  await using sandbox = await openSandbox()
  const withoutAudio = await runJob(sandbox, 'txt2video', videoBody)
  const muteFile = new File([new Uint8Array(withoutAudio.main)], 'mute.mp4')
  const fields = { model: 'stenograph', include_ts: '1' }
  expect(
    await requestInvalidFields(sandbox, 'videofile2txt', toFormData({ ...fields, video: muteFile })),
  ).toEqual(['video'])
  const { main } = await runJob(sandbox, 'txt2video', bodyWithAudio)
  const video = new File([new Uint8Array(main)], 'heard.mp4')
  const { status } = await runJob(sandbox, 'videofile2txt', toFormData({ ...fields, video }))
  expect(status.result).toContain('-->')
})

test('a video is byte-identical after a restart', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'sandbox-videos-'))
  try {
    const before = await openSandbox({ stateFolder })
    const { id, main } = await runJob(
      before,
      'img2video',
      toFormData({ ...bodyWithAudio, first_frame_image: await plainImage(40) }),
    )
    await before.close()
    await using after = await openSandbox({ stateFolder })
    after.clock.advance(240_000)
    const { result_url } = await after.status(id)
    expect(Buffer.from(await (await fetch(String(result_url))).arrayBuffer()).equals(main)).toBe(true)
  } finally {
    rmSync(stateFolder, { recursive: true })
  }
})
