import type { Operation, FileRow, IntegerRow, SizeRow, TextRow } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { rangeRules, sharedRows } from './sharedRows.ts'

const { negativePrompt, optionalSize, steps, guidance, seed, webhook } = sharedRows

const prompt: TextRow = { ...sharedRows.prompt, priceStandIn: 'a video', placeholder: 'What should happen?' }

/** service.md §Video: 256 to 1280; live models publish narrower limits. */
const size: SizeRow = {
  ...sharedRows.size,
  width: rangeRules.side('width', { min: 256, max: 1280 }),
  height: rangeRules.side('height', { min: 256, max: 1280 }),
  default: { width: { modelKey: 'width', value: 768 }, height: { modelKey: 'height', value: 768 } },
}

const frames: IntegerRow = {
  kind: 'integer',
  name: 'frames',
  label: 'Frames',
  section: 'main',
  required: true,
  priced: true,
  range: {
    limitKeys: { min: 'min_frames', max: 'max_frames' },
    documentedBounds: { min: 1, max: 120 },
    plausible: { min: 1, max: 10_000 },
  },
  default: { modelKey: 'frames', value: 120 },
}

/** Optional in the spec, but required by the live service for models that state limits or a default for it. */
const fps: IntegerRow = {
  kind: 'integer',
  name: 'fps',
  label: 'Frames per second',
  section: 'main',
  required: false,
  requiredWithKeys: ['min_fps', 'max_fps', 'fps'],
  priced: true,
  range: {
    limitKeys: { min: 'min_fps', max: 'max_fps' },
    documentedBounds: { min: 1, max: Infinity },
    plausible: { min: 1, max: 1000 },
  },
  default: { modelKey: 'fps', value: 24 },
}

/** Follows the first frame, because a video with another aspect ratio would distort or crop it. */
const sizeOfFirstFrame: SizeRow = { ...size, follows: 'first_frame_image' }

const firstFrame: FileRow = { ...fileRows.image, name: 'first_frame_image', label: 'First frame' }

const lastFrame: FileRow = {
  ...fileRows.image,
  name: 'last_frame_image',
  label: 'Last frame',
  required: false,
  feature: 'supports_last_frame',
  hiddenIfUnstated: true,
}

const fieldsAfterFirstFrame: Operation['fields'] = [
  lastFrame,
  prompt,
  negativePrompt,
  sizeOfFirstFrame,
  frames,
  fps,
  steps,
  guidance,
  seed,
  webhook,
]

/** Text to video (service.md §Video). */
export const txt2video: Operation = {
  id: 'txt2video',
  inferenceTypes: ['txt2video'],
  name: 'Text to video',
  group: 'video',
  outputKinds: ['video'],
  viewer: 'video',
  path: 'txt2video',
  encoding: 'json',
  price: { path: 'txt2video/price-calculation', encoding: 'json' },
  titleField: 'prompt',
  exampleText: 'Slow waves against a harbour wall at first light, gulls crossing, the camera holding still',
  fields: [prompt, negativePrompt, size, frames, fps, steps, guidance, seed, webhook],
}

/** Image to video (service.md §Video). */
export const img2video: Operation = {
  id: 'img2video',
  inferenceTypes: ['img2video'],
  name: 'Image to video',
  group: 'video',
  outputKinds: ['video'],
  viewer: 'video',
  path: 'img2video',
  encoding: 'multipart',
  price: { path: 'img2video/price-calculation', encoding: 'json' },
  titleField: 'prompt',
  fields: [firstFrame, ...fieldsAfterFirstFrame],
}

/** Audio to video (service.md §Video). */
export const aud2video: Operation = {
  id: 'aud2video',
  inferenceTypes: ['aud2video', 'audio2video'],
  name: 'Audio to video',
  group: 'video',
  outputKinds: ['video'],
  viewer: 'video',
  path: 'aud2video',
  encoding: 'multipart',
  price: { path: 'aud2video/price-calculation', encoding: 'json' },
  titleField: 'prompt',
  fields: [
    {
      ...fileRows.audio,
      formats: ['mp3', 'ogg'],
      seconds: rangeRules.referenceAudio({ min: 0, max: Infinity }),
    },
    { ...firstFrame, required: false },
    ...fieldsAfterFirstFrame,
  ],
}

/**
 * Video replace (service.md §Video). Its price path isn't `price-calculation` (service.md §Prices). The price depends on the duration and
 * the size.
 */
export const videosReplace: Operation = {
  id: 'videos_replace',
  inferenceTypes: ['videos_replace', 'video-replace'],
  name: 'Video replace',
  group: 'video',
  outputKinds: ['video'],
  viewer: 'video',
  path: 'videos/replace',
  encoding: 'multipart',
  price: { path: 'videos/replace/price', encoding: 'multipart' },
  titleField: 'prompt',
  fields: [
    {
      ...fileRows.video,
      label: 'Source video',
      seconds: rangeRules.videoLength,
      measurementParameters: { seconds: 'duration', width: 'width', height: 'height' },
    },
    { ...fileRows.image, name: 'ref_image', label: 'Replacement image' },
    { ...prompt, required: false },
    {
      ...optionalSize,
      width: size.width,
      height: size.height,
      help: 'If empty, the result has the size of the video.',
    },
    { ...steps, required: false, priced: false },
    seed,
    webhook,
  ],
}

/** Video upscale (service.md §Video). The spec doesn't describe it. Without the duration the service returns a price of 0. */
export const vidUpscale: Operation = {
  id: 'vid_upscale',
  inferenceTypes: ['vid_upscale', 'vid-upscale'],
  name: 'Video upscale',
  group: 'video',
  outputKinds: ['video'],
  viewer: 'video',
  path: 'vid-upscale',
  encoding: 'multipart',
  price: { path: 'vid-upscale/price-calculation', encoding: 'multipart' },
  titleField: 'video',
  fields: [
    {
      ...fileRows.video,
      width: rangeRules.inputSide('width'),
      height: rangeRules.inputSide('height'),
      seconds: rangeRules.videoLength,
      measurementParameters: { width: 'width', height: 'height', seconds: 'duration' },
    },
    {
      kind: 'integer',
      name: 'scale',
      label: 'Scale factor',
      section: 'main',
      required: true,
      priced: true,
      // Required by models that publish a range, rejected by models with a fixed factor.
      shownWithLimits: ['min_scale', 'max_scale'],
      range: {
        limitKeys: { min: 'min_scale', max: 'max_scale' },
        documentedBounds: { min: 1, max: 16 },
        plausible: { min: 1, max: 16 },
      },
      default: { value: 2 },
      unit: '×',
    },
    webhook,
  ],
}
