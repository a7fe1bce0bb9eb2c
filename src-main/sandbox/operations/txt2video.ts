import { encodePicture } from '../pictures/encodePicture.ts'
import { paintPreview } from '../pictures/paintPreview.ts'
import { clipRules, clipUnits, planClip } from './clipOrder.ts'
import { makeClip } from './makeClip.ts'
import type { Operation } from './Operation.ts'
import { orderOf } from './pictureOrder.ts'

/** spec.md §txt2video; JSON, or multipart as the live service also takes it; the price goes by size, length and steps. */
export const txt2video: Operation = {
  type: 'txt2video',
  path: 'txt2video',
  encoding: 'either',
  rules: [...clipRules.about, ...clipRules.rest],
  pricePath: 'txt2video/price-calculation',
  priceRules: clipRules.price,
  plan: planClip,
  units: clipUnits,
  heavy: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
  make: async (plan, _format, read) => makeClip(plan, read),
  preview: async (plan, progress) => encodePicture(await paintPreview(orderOf(plan), progress), 'jpg'),
}
