import type { Operation } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { rangeRules } from './rangeRules.ts'
import { sharedRows } from './sharedRows.ts'

/** Video upscale (service.md §Video), which is not in the spec. Without the duration the service returns a price of 0. */
export const vidUpscale: Operation = {
  id: 'vid_upscale',
  types: ['vid_upscale', 'vid-upscale'],
  name: 'Video upscale',
  group: 'video',
  output: ['video'],
  viewer: 'video',
  path: 'vid-upscale',
  encoding: 'multipart',
  price: { path: 'vid-upscale/price-calculation', encoding: 'multipart' },
  title: 'video',
  fields: [
    {
      ...fileRows.video,
      width: rangeRules.inputSide('width'),
      height: rangeRules.inputSide('height'),
      seconds: rangeRules.videoLength,
      measured: { width: 'width', height: 'height', seconds: 'duration' },
    },
    {
      kind: 'integer',
      name: 'scale',
      label: 'Scale factor',
      section: 'main',
      required: true,
      priced: true,
      // Required by models that publish a range, rejected by models with a fixed factor.
      published: ['min_scale', 'max_scale'],
      range: {
        limits: { min: 'min_scale', max: 'max_scale' },
        bounds: { min: 1, max: 16 },
        sane: { min: 1, max: 16 },
      },
      default: { value: 2 },
      unit: '×',
    },
    sharedRows.webhook,
  ],
}
