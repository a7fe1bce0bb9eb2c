import type { Operation } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { rangeRules } from './rangeRules.ts'
import { sharedRows } from './sharedRows.ts'
import { videoRows } from './videoRows.ts'

const { negativePrompt, steps, guidance, seed, webhook } = sharedRows
const { prompt, size, frames, fps, firstFrame, lastFrame } = videoRows

/** Text to video (service.md §Video). */
export const txt2video: Operation = {
  id: 'txt2video',
  types: ['txt2video'],
  name: 'Text to video',
  group: 'video',
  output: ['video'],
  viewer: 'video',
  path: 'txt2video',
  encoding: 'json',
  price: { path: 'txt2video/price-calculation', encoding: 'json' },
  title: 'prompt',
  example: 'Slow waves against a harbour wall at first light, gulls crossing, the camera holding still',
  fields: [prompt, negativePrompt, size, frames, fps, steps, guidance, seed, webhook],
}

/** Image to video (service.md §Video). */
export const img2video: Operation = {
  id: 'img2video',
  types: ['img2video'],
  name: 'Image to video',
  group: 'video',
  output: ['video'],
  viewer: 'video',
  path: 'img2video',
  encoding: 'multipart',
  price: { path: 'img2video/price-calculation', encoding: 'json' },
  title: 'prompt',
  fields: [firstFrame, lastFrame, prompt, negativePrompt, size, frames, fps, steps, guidance, seed, webhook],
}

/** Audio to video (service.md §Video). */
export const aud2video: Operation = {
  id: 'aud2video',
  types: ['aud2video', 'audio2video'],
  name: 'Audio to video',
  group: 'video',
  output: ['video'],
  viewer: 'video',
  path: 'aud2video',
  encoding: 'multipart',
  price: { path: 'aud2video/price-calculation', encoding: 'json' },
  title: 'prompt',
  fields: [
    {
      ...fileRows.audio,
      formats: ['mp3', 'ogg'],
      seconds: rangeRules.referenceAudio({ min: 0, max: Infinity }),
    },
    { ...firstFrame, required: false },
    lastFrame,
    prompt,
    negativePrompt,
    size,
    frames,
    fps,
    steps,
    guidance,
    seed,
    webhook,
  ],
}
