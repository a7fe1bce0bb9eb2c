import type { Operation } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { sharedRows } from './sharedRows.ts'

const { prompt, negativePrompt, optionalSize, steps, imageGuidance, seed, loras, webhook } = sharedRows

/** Image to image (service.md §Images): the price depends on the steps only, not on the images or the size. */
export const img2img: Operation = {
  id: 'img2img',
  types: ['img2img'],
  name: 'Image to image',
  group: 'image',
  output: ['image'],
  viewer: 'image',
  path: 'img2img',
  encoding: 'multipart',
  price: {
    path: 'img2img/price-calculation',
    encoding: 'json',
  },
  title: 'prompt',
  fields: [
    { ...fileRows.image, count: { limit: 'max_input_images' }, repeatedName: 'images[]' },
    { ...prompt, placeholder: 'What should change?' },
    negativePrompt,
    {
      ...optionalSize,
      priced: false,
      help: 'If empty, the result has the size of the first image.',
    },
    steps,
    imageGuidance,
    seed,
    loras,
    webhook,
  ],
}
