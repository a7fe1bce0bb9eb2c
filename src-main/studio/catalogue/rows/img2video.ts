import type { Operation } from '../Operation.ts'
import { sharedRows } from './sharedRows.ts'
import { videoRows } from './videoRows.ts'

const { negativePrompt, steps, guidance, seed, webhook } = sharedRows
const { prompt, size, frames, fps, firstFrame, lastFrame } = videoRows

/** Image to video (facts.md §1.3). */
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
