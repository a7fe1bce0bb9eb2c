import type { Operation } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { sharedRows } from './sharedRows.ts'

/** Image upscale (spec.md §price-calculation, facts.md §1.6): the path has a hyphen; the factor lies in the model. */
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
  fields: [fileRows.measuredPicture, sharedRows.webhook],
}
