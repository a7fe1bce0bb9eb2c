import { decodePicture } from '../pictures/decodePicture.ts'
import { encodePicture } from '../pictures/encodePicture.ts'
import { shrinkPreview } from '../pictures/shrinkPreview.ts'
import { clipRules, clipUnits, planClip } from './clipOrder.ts'
import { inputId } from './inputId.ts'
import { makeClip } from './makeClip.ts'
import type { Operation } from './Operation.ts'

/** facts.md §1.3: multipart, from a first frame and, where the model takes one, to a last. */
export const img2video: Operation = {
  type: 'img2video',
  path: 'img2video',
  encoding: 'form',
  rules: [
    { field: 'first_frame_image', kind: 'pictures', required: true },
    { field: 'last_frame_image', kind: 'pictures', needs: 'supports_last_frame' },
    ...clipRules.about,
    ...clipRules.rest,
  ],
  pricePath: 'img2video/price-calculation',
  priceRules: clipRules.price,
  plan: (input) => ({
    ...planClip(input),
    first: inputId(input.inputs, 'first_frame_image'),
    last: inputId(input.inputs, 'last_frame_image'),
  }),
  units: clipUnits,
  heavy: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
  make: async (plan, _format, read) => makeClip(plan, read),
  preview: async (plan, _progress, read) =>
    encodePicture(shrinkPreview(await decodePicture(await read(String(plan.first)))), 'jpg'),
}
