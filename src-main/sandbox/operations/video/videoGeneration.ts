import { decodeImage } from '../../media/images/decodeImage.ts'
import { encodeImage } from '../../media/images/encodeImage.ts'
import { shrinkToPreview } from '../../media/images/resizeImage.ts'
import { generatedVideo, planVideo, videoRules } from './videoPlan.ts'
import { inputId } from '../fields.ts'
import { makeVideo } from './makeVideo.ts'
import type { Operation } from '../Operation.ts'
import { paintPreview } from '../../media/landscape/paintPreview.ts'
import { landscapeParameters } from '../image/imagePlan.ts'

/** Multipart with a first frame and, for some models, a last frame (service.md §Video). */
export const img2video: Operation = {
  type: 'img2video',
  path: 'img2video',
  encoding: 'form',
  rules: [
    { field: 'first_frame_image', kind: 'images', required: true },
    { field: 'last_frame_image', kind: 'images', requiresFeature: 'supports_last_frame' },
    ...videoRules.main,
    ...videoRules.rest,
  ],
  pricePath: 'img2video/price-calculation',
  priceRules: videoRules.price,
  plan: (input) => ({
    ...planVideo(input),
    first: inputId(input.inputs, 'first_frame_image'),
    last: inputId(input.inputs, 'last_frame_image'),
  }),
  ...generatedVideo,
  make: async (plan, _format, read) => makeVideo(plan, read),
  preview: async (plan, _progress, read) =>
    encodeImage(shrinkToPreview(await decodeImage(await read(String(plan.first)))), 'jpg'),
}

/** JSON, or multipart as the live service also accepts. Priced by size, duration and steps (service.md §Video). */
export const txt2video: Operation = {
  type: 'txt2video',
  path: 'txt2video',
  encoding: 'either',
  rules: [...videoRules.main, ...videoRules.rest],
  pricePath: 'txt2video/price-calculation',
  priceRules: videoRules.price,
  plan: planVideo,
  ...generatedVideo,
  make: async (plan, _format, read) => makeVideo(plan, read),
  preview: async (plan, progress) =>
    encodeImage(await paintPreview(landscapeParameters(plan), progress), 'jpg'),
}
