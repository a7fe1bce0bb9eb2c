import type { Operation } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { sharedRows } from './sharedRows.ts'

/** Image upscale (service.md §Prices, service.md §Transcription, OCR and image tools). The model determines the factor. */
export const imgUpscale: Operation = {
  id: 'img_upscale',
  types: ['img_upscale', 'img-upscale'],
  name: 'Image upscale',
  group: 'image',
  output: ['image'],
  viewer: 'image',
  path: 'img-upscale',
  encoding: 'multipart',
  price: { path: 'img-upscale/price-calculation', encoding: 'json-unless-file' },
  title: 'image',
  fields: [fileRows.measuredImage, sharedRows.webhook],
}

/** Background removal (service.md §Transcription, OCR and image tools). */
export const imgRmbg: Operation = {
  id: 'img_rmbg',
  types: ['img_rmbg', 'img-rmbg'],
  name: 'Background removal',
  group: 'image',
  output: ['image'],
  viewer: 'image',
  path: 'img-rmbg',
  encoding: 'multipart',
  price: { path: 'img-rmbg/price-calculation', encoding: 'json-unless-file' },
  title: 'image',
  fields: [fileRows.measuredImage, sharedRows.webhook],
}
