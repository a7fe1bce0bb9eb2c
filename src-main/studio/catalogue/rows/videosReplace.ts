import type { Operation } from '../Operation.ts'
import { fileRows } from './fileRows.ts'
import { rangeRules } from './rangeRules.ts'
import { sharedRows } from './sharedRows.ts'
import { videoRows } from './videoRows.ts'

const { optionalSize, steps, seed, webhook } = sharedRows

/** Video replace (service.md §Video), with other paths. The price depends on the duration and the size. */
export const videosReplace: Operation = {
  id: 'videos_replace',
  types: ['videos_replace', 'video-replace'],
  name: 'Video replace',
  group: 'video',
  output: ['video'],
  viewer: 'video',
  path: 'videos/replace',
  encoding: 'multipart',
  price: { path: 'videos/replace/price', encoding: 'multipart' },
  title: 'prompt',
  fields: [
    {
      ...fileRows.video,
      label: 'Source video',
      seconds: rangeRules.videoLength,
      measured: { seconds: 'duration', width: 'width', height: 'height' },
    },
    { ...fileRows.image, name: 'ref_image', label: 'Replacement image' },
    { ...videoRows.prompt, required: false },
    {
      ...optionalSize,
      width: videoRows.size.width,
      height: videoRows.size.height,
      help: 'If empty, the result has the size of the video.',
    },
    { ...steps, required: false, priced: false },
    seed,
    webhook,
  ],
}
