import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../../scripts/test/findChromium.ts'
import { openSandbox } from '../testing/openSandbox.ts'
import { runJob } from '../testing/runJob.ts'

const executablePath = findChromium()
if (!executablePath)
  process.emitWarning('No Chromium on this machine: clips and sound are NOT proven to play.')

/** What a player tells of a clip: its measures, the tone of one point at three times, and that it came to its end. */
interface Played {
  width: number
  height: number
  duration: number
  shown: { at: number; tones: number[] }[]
  ended: boolean
  soundBytes: number
}

let browser: Browser | null = null
beforeAll(async () => {
  if (executablePath) browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
}, 60_000)
afterAll(async () => browser?.close())

/** Fails rather than passes when there should be a browser and is none. */
async function openPage(): Promise<Page> {
  if (!browser) throw new Error('The browser did not start')
  return browser.newPage()
}

describe.skipIf(executablePath === null)('in Chromium', () => {
  test('a clip plays to its end in its size and length, can be sought to any picture, and is heard', async () => {
    await using sandbox = await openSandbox()
    const order = { prompt: 'clouds over a lake', model: 'flipbook', width: 320, height: 256, guidance: 0 }
    const { main } = await runJob(sandbox, 'txt2video', {
      ...order,
      steps: 2,
      seed: 3,
      frames: 24,
      fps: 12,
    })
    const page = await openPage()
    const played = await page.evaluate(play, `data:video/mp4;base64,${main.toString('base64')}`)
    expect(played).toMatchObject({ width: 320, height: 256, duration: 2, ended: true })
    expect(played.shown.map(({ at }) => at)).toEqual([1.54, 0.04, 0.79])
    expect(new Set(played.shown.map(({ tones }) => tones.join())).size).toBe(3)
    expect(played.soundBytes).toBeGreaterThan(1000)
  }, 90_000)

  test.each(['mp3', 'wav', 'flac'])(
    'music as %s decodes to the length ordered, in stereo, at a good level',
    async (format) => {
      await using sandbox = await openSandbox()
      const order = {
        caption: 'quick techno',
        model: 'cadenza-turbo',
        lyrics: '[Instrumental]',
        duration: 10,
      }
      const body = { ...order, inference_steps: 8, guidance_scale: 1, seed: 2, format }
      const { main } = await runJob(sandbox, 'txt2music', body)
      const page = await openPage()
      const { seconds, channels, level } = await page.evaluate(decode, main.toString('base64'))
      expect(seconds).toBeGreaterThanOrEqual(10)
      expect(seconds).toBeLessThan(10.15)
      expect(channels).toBe(2)
      expect(level).toBeGreaterThan(0.05)
      expect(level).toBeLessThan(0.5)
    },
    90_000,
  )
})

/** Runs in the page: length, channels and loudness (root mean square) of a sound file. */
async function decode(base64: string) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const sound = await new OfflineAudioContext(1, 1, 32_000).decodeAudioData(bytes.buffer)
  const samples = sound.getChannelData(0)
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  return { seconds: sound.duration, channels: sound.numberOfChannels, level: Math.sqrt(power) }
}

/** Runs in the page. */
async function play(src: string): Promise<Played> {
  const video = document.createElement('video')
  video.muted = true
  const heard = async (event: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true })
      video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'error')), {
        once: true,
      })
    })
  video.src = src
  document.body.append(video)
  await heard('loadeddata')
  const canvas = new OffscreenCanvas(16, 16)
  const brush = canvas.getContext('2d')
  const shown: Played['shown'] = []
  for (const at of [1.54, 0.04, 0.79]) {
    const arrived = heard('seeked')
    video.currentTime = at
    await arrived
    const before = shown.at(-1)?.tones.join()
    let tones: number[] = []
    // The picture may come a moment after the event.
    for (let look = 0; look < 120 && (look === 0 || tones.join() === before); look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25))
      brush?.drawImage(video, 0, 0, 16, 16)
      tones = [...(brush?.getImageData(0, 0, 16, 16).data ?? [])]
    }
    shown.push({ at: video.currentTime, tones })
  }
  const back = heard('seeked')
  video.currentTime = 0
  await back
  const end = heard('ended')
  await video.play()
  await end
  const soundBytes: unknown = Reflect.get(video, 'webkitAudioDecodedByteCount')
  const { videoWidth: width, videoHeight: height, duration, ended } = video
  return { width, height, duration, shown, ended, soundBytes: Number(soundBytes) }
}
