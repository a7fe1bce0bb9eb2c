import { encodeImage } from '../../media/images/encodeImage.ts'
import { paintPreview } from '../../media/landscape/paintPreview.ts'
import { planVideo, videoRules, videoUnits } from './videoPlan.ts'
import { makeVideo } from './makeVideo.ts'
import type { Operation } from '../Operation.ts'
import { landscapeParameters } from '../image/imagePlan.ts'

/** JSON, or multipart as the live service also accepts. Priced by size, duration and steps (service.md §Video). */
export const txt2video: Operation = {
  type: 'txt2video',
  path: 'txt2video',
  encoding: 'either',
  rules: [...videoRules.main, ...videoRules.rest],
  pricePath: 'txt2video/price-calculation',
  priceRules: videoRules.price,
  plan: planVideo,
  units: videoUnits,
  isSlow: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
  make: async (plan, _format, read) => makeVideo(plan, read),
  preview: async (plan, progress) =>
    encodeImage(await paintPreview(landscapeParameters(plan), progress), 'jpg'),
}
