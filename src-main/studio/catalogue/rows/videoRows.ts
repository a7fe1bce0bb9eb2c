import type { FileRow, IntegerRow, SizeRow, TextRow } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { rangeRules } from './rangeRules.ts'
import { sharedRows } from './sharedRows.ts'

const prompt: TextRow = { ...sharedRows.prompt, standIn: 'a video', placeholder: 'What should happen?' }

/** service.md §Video: 256 to 1280; live models publish narrower limits. */
const size: SizeRow = {
  ...sharedRows.size,
  width: rangeRules.side('width', { min: 256, max: 1280 }),
  height: rangeRules.side('height', { min: 256, max: 1280 }),
  default: { width: { key: 'width', value: 768 }, height: { key: 'height', value: 768 } },
}

const frames: IntegerRow = {
  kind: 'integer',
  name: 'frames',
  label: 'Frames',
  section: 'main',
  required: true,
  priced: true,
  range: {
    limits: { min: 'min_frames', max: 'max_frames' },
    bounds: { min: 1, max: 120 },
    sane: { min: 1, max: 10_000 },
  },
  default: { key: 'frames', value: 120 },
}

/** Optional in the spec, but required by the live service for models that state limits or a default for it. */
const fps: IntegerRow = {
  kind: 'integer',
  name: 'fps',
  label: 'Frames per second',
  section: 'main',
  required: false,
  requiredWith: ['min_fps', 'max_fps', 'fps'],
  priced: true,
  range: {
    limits: { min: 'min_fps', max: 'max_fps' },
    bounds: { min: 1, max: Infinity },
    sane: { min: 1, max: 1000 },
  },
  default: { key: 'fps', value: 24 },
}

const firstFrame: FileRow = { ...fileRows.image, name: 'first_frame_image', label: 'First frame' }

const lastFrame: FileRow = {
  ...fileRows.image,
  name: 'last_frame_image',
  label: 'Last frame',
  required: false,
  feature: 'supports_last_frame',
  onlyIfStated: true,
}

/** Fields that the video operations share. */
export const videoRows = { prompt, size, frames, fps, firstFrame, lastFrame }
