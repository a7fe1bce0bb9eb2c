import { encodeImage } from '../../media/images/encodeImage.ts'
import { paintPreview } from '../../media/landscape/paintPreview.ts'
import { generatedVideo, planVideo, videoRules } from './videoPlan.ts'
import { inputId } from '../fields.ts'
import { makeVideo } from './makeVideo.ts'
import type { Operation } from '../Operation.ts'
import { landscapeParameters } from '../image/imagePlan.ts'

/** Multipart: a video for an audio file, optionally with images. The result contains the audio if it is MP3 (service.md §Video). */
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
    { field: 'first_frame_image', kind: 'images' },
    { field: 'last_frame_image', kind: 'images', requiresFeature: 'supports_last_frame' },
    ...videoRules.optional(videoRules.main),
    ...videoRules.rest,
  ],
  pricePath: 'aud2video/price-calculation',
  priceRules: videoRules.optional(videoRules.price),
  plan: (input) => ({
    ...planVideo(input),
    audio: inputId(input.inputs, 'audio'),
    first: inputId(input.inputs, 'first_frame_image'),
    last: inputId(input.inputs, 'last_frame_image'),
  }),
  ...generatedVideo,
  make: async (plan, _format, read) => makeVideo(plan, read),
  preview: async (plan, progress) =>
    encodeImage(await paintPreview(landscapeParameters(plan), progress), 'jpg'),
}
