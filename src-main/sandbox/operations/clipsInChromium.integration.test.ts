import { chromium } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import { findChromium } from '../../../scripts/test/findChromium.ts'
import { openSandbox } from '../testing/openSandbox.ts'
import { runJob } from '../testing/runJob.ts'

const executablePath = findChromium()
if (!executablePath) process.emitWarning('No Chromium on this machine: clips are NOT proven to play.')

/** What a player tells of a clip: its measures, the tone of one point at three times, and that it came to its end. */
interface Played {
  width: number
  height: number
  duration: number
  shown: { at: number; tones: number[] }[]
  ended: boolean
  soundBytes: number
}

describe('in Chromium', () => {
  test.skipIf(executablePath === null)(
    'a clip plays to its end in its size and length, can be sought to any picture, and is heard',
    async () => {
      await using sandbox = await openSandbox()
      const order = { prompt: 'clouds over a lake', model: 'flipbook', width: 320, height: 256, guidance: 0 }
      const { main } = await runJob(sandbox, 'txt2video', {
        ...order,
        steps: 2,
        seed: 3,
        frames: 24,
        fps: 12,
      })
      const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
      try {
        const page = await browser.newPage()
        const played = await page.evaluate(play, `data:video/mp4;base64,${main.toString('base64')}`)
        expect(played).toMatchObject({ width: 320, height: 256, duration: 2, ended: true })
        expect(played.shown.map(({ at }) => at)).toEqual([1.54, 0.04, 0.79])
        expect(new Set(played.shown.map(({ tones }) => tones.join())).size).toBe(3)
        expect(played.soundBytes).toBeGreaterThan(1000)
      } finally {
        await browser.close()
      }
    },
    90_000,
  )
})

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
    brush?.drawImage(video, 0, 0, 16, 16)
    shown.push({ at: video.currentTime, tones: [...(brush?.getImageData(0, 0, 16, 16).data ?? [])] })
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
