import type { Operation } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { sharedRows } from './sharedRows.ts'

/** Background removal (facts.md §1.6). */
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
  fields: [fileRows.measuredPicture, sharedRows.webhook],
}
