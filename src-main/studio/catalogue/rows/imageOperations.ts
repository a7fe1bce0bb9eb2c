import type { Operation } from '../Operation.ts'
import { sharedRows } from './sharedRows.ts'
import { fileRows } from './fileRows.ts'

const { prompt, negativePrompt, size, optionalSize, steps, imageGuidance, seed, loras, webhook } = sharedRows

/** Text to image (service.md §Images). */
export const txt2img: Operation = {
  id: 'txt2img',
  inferenceTypes: ['txt2img'],
  name: 'Text to image',
  group: 'image',
  outputKinds: ['image'],
  viewer: 'image',
  path: 'txt2img',
  encoding: 'json',
  price: {
    path: 'txt2img/price-calculation',
    encoding: 'json',
  },
  titleField: 'prompt',
  exampleText:
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

/** Image to image (service.md §Images): the price depends on the steps only, not on the images or the size. */
export const img2img: Operation = {
  id: 'img2img',
  inferenceTypes: ['img2img'],
  name: 'Image to image',
  group: 'image',
  outputKinds: ['image'],
  viewer: 'image',
  path: 'img2img',
  encoding: 'multipart',
  price: {
    path: 'img2img/price-calculation',
    encoding: 'json',
  },
  titleField: 'prompt',
  fields: [
    { ...fileRows.image, maxFiles: { limitKey: 'max_input_images' }, repeatedPartName: 'images[]' },
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

/** Image upscale (service.md §Prices, service.md §Transcription, OCR and image tools). The model determines the factor. */
export const imgUpscale: Operation = {
  id: 'img_upscale',
  inferenceTypes: ['img_upscale', 'img-upscale'],
  name: 'Image upscale',
  group: 'image',
  outputKinds: ['image'],
  viewer: 'image',
  path: 'img-upscale',
  encoding: 'multipart',
  price: { path: 'img-upscale/price-calculation', encoding: 'json-unless-file' },
  titleField: 'image',
  fields: [fileRows.measuredImage, webhook],
}

/** Background removal (service.md §Transcription, OCR and image tools). */
export const imgRmbg: Operation = {
  id: 'img_rmbg',
  inferenceTypes: ['img_rmbg', 'img-rmbg'],
  name: 'Background removal',
  group: 'image',
  outputKinds: ['image'],
  viewer: 'image',
  path: 'img-rmbg',
  encoding: 'multipart',
  price: { path: 'img-rmbg/price-calculation', encoding: 'json-unless-file' },
  titleField: 'image',
  fields: [fileRows.measuredImage, webhook],
}
