import type { Operation } from '../Operation.ts'
import { sharedRows } from './sharedRows.ts'

const { prompt, negativePrompt, size, steps, imageGuidance, seed, loras, webhook } = sharedRows

/** Text to image (service.md §Images). */
export const txt2img: Operation = {
  id: 'txt2img',
  types: ['txt2img'],
  name: 'Text to image',
  group: 'image',
  output: ['image'],
  viewer: 'image',
  path: 'txt2img',
  encoding: 'json',
  price: {
    path: 'txt2img/price-calculation',
    encoding: 'json',
  },
  title: 'prompt',
  example:
    'A lighthouse keeper’s desk at dawn, brass instruments, fog rolling past the window, soft film grain',
  fields: [
    { ...prompt, placeholder: 'What do you want to see?' },
    negativePrompt,
    size,
    steps,
    imageGuidance,
    seed,
    loras,
    webhook,
  ],
}
