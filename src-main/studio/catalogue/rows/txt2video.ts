import type { Operation } from '../Operation.ts'
import { sharedRows } from './sharedRows.ts'
import { videoRows } from './videoRows.ts'

const { negativePrompt, steps, guidance, seed, webhook } = sharedRows
const { prompt, size, frames, fps } = videoRows

/** Text to video (spec.md §POST txt2video, facts.md §1.3). */
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
