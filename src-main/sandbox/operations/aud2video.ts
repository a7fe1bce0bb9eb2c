import { encodePicture } from '../pictures/encodePicture.ts'
import { paintPreview } from '../pictures/paintPreview.ts'
import { clipRules, clipUnits, planClip } from './clipOrder.ts'
import { inputId } from './inputId.ts'
import { makeClip } from './makeClip.ts'
import type { Operation } from './Operation.ts'
import { orderOf } from './pictureOrder.ts'

/** facts.md §1.3: multipart, a clip to a sound, with pictures if there are some; MP3 is heard in the result. */
export const aud2video: Operation = {
  type: 'aud2video',
  path: 'aud2video',
  encoding: 'form',
  rules: [
    {
      field: 'audio',
      kind: 'audio',
      required: true,
      formats: ['mp3', 'ogg'],
      megabytes: 20,
      length: { min: 'min_ref_audio_duration', max: 'max_ref_audio_duration' },
    },
    { field: 'first_frame_image', kind: 'pictures' },
    { field: 'last_frame_image', kind: 'pictures', needs: 'supports_last_frame' },
    ...clipRules.optional(clipRules.about),
    ...clipRules.rest,
  ],
  pricePath: 'aud2video/price-calculation',
  priceRules: clipRules.optional(clipRules.price),
  plan: (input) => ({
    ...planClip(input),
    audio: inputId(input.inputs, 'audio'),
    first: inputId(input.inputs, 'first_frame_image'),
    last: inputId(input.inputs, 'last_frame_image'),
  }),
  units: clipUnits,
  heavy: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
  make: async (plan, _format, read) => makeClip(plan, read),
  preview: async (plan, progress) => encodePicture(await paintPreview(orderOf(plan), progress), 'jpg'),
}
