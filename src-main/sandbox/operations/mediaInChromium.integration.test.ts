import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../../scripts/test/findChromium.ts'
import { openSandbox, runJob } from '../testing.ts'

const executablePath = findChromium()
if (!executablePath)
  process.emitWarning('No Chromium on this machine: playback of video and audio is not tested.')

/** What a player reports about a video: size, duration, the pixels shown at three times, and whether it reached the end. */
interface Playback {
  width: number
  height: number
  duration: number
  shown: { at: number; pixels: number[] }[]
  ended: boolean
  audioBytes: number
}

let browser: Browser | null = null
beforeAll(async () => {
  if (executablePath) browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
}, 60_000)
afterAll(async () => browser?.close())

/** Throws when the browser is installed but did not start. */
async function openPage(): Promise<Page> {
  if (!browser) throw new Error('The browser did not start')
  return browser.newPage()
}

describe.skipIf(executablePath === null)('in Chromium', () => {
  test('a video with audio plays to its end with the requested size and duration, and shows other frames after seeking', async () => {
    await using sandbox = await openSandbox()
    const body = { prompt: 'clouds over a lake', model: 'flipbook', width: 320, height: 256, guidance: 0 }
    const { main } = await runJob(sandbox, 'txt2video', {
      ...body,
      steps: 2,
      seed: 3,
      frames: 24,
      fps: 12,
    })
    const page = await openPage()
    const played = await page.evaluate(play, `data:video/mp4;base64,${main.toString('base64')}`)
    expect(played).toMatchObject({ width: 320, height: 256, duration: 2, ended: true })
    expect(played.shown.map(({ at }) => at)).toEqual([1.54, 0.04, 0.79])
    expect(new Set(played.shown.map(({ pixels }) => pixels.join())).size).toBe(3)
    expect(played.audioBytes).toBeGreaterThan(1000)
  }, 90_000)

  test.each(['mp3', 'wav', 'flac'])(
    'music as %s decodes to the requested duration, in stereo, at a normal level',
    async (format) => {
      await using sandbox = await openSandbox()
      const music = {
        caption: 'quick techno',
        model: 'cadenza-turbo',
        lyrics: '[Instrumental]',
        duration: 10,
      }
      const body = { ...music, inference_steps: 8, guidance_scale: 1, seed: 2, format }
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

/** Runs in the page: duration, channels and loudness (root mean square) of an audio file. */
async function decode(base64: string) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const audio = await new OfflineAudioContext(1, 1, 32_000).decodeAudioData(bytes.buffer)
  const samples = audio.getChannelData(0)
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  return { seconds: audio.duration, channels: audio.numberOfChannels, level: Math.sqrt(power) }
}

/** Runs in the page. */
async function play(src: string): Promise<Playback> {
  const video = document.createElement('video')
  video.muted = true
  const nextEvent = async (event: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true })
      video.addEventListener('error', () => reject(new Error(video.error?.message ?? 'error')), {
        once: true,
      })
    })
  video.src = src
  document.body.append(video)
  await nextEvent('loadeddata')
  const canvas = new OffscreenCanvas(16, 16)
  const drawing = canvas.getContext('2d')
  const shown: Playback['shown'] = []
  for (const at of [1.54, 0.04, 0.79]) {
    const seeked = nextEvent('seeked')
    video.currentTime = at
    await seeked
    const before = shown.at(-1)?.pixels.join()
    let pixels: number[] = []
    // The frame may be shown slightly after the event.
    for (let attempt = 0; attempt < 120 && (attempt === 0 || pixels.join() === before); attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25))
      drawing?.drawImage(video, 0, 0, 16, 16)
      pixels = [...(drawing?.getImageData(0, 0, 16, 16).data ?? [])]
    }
    shown.push({ at: video.currentTime, pixels })
  }
  const seekedToStart = nextEvent('seeked')
  video.currentTime = 0
  await seekedToStart
  const endEvent = nextEvent('ended')
  await video.play()
  await endEvent
  const audioBytes: unknown = Reflect.get(video, 'webkitAudioDecodedByteCount')
  const { videoWidth: width, videoHeight: height, duration, ended } = video
  return { width, height, duration, shown, ended, audioBytes: Number(audioBytes) }
}
