import { encodeVideo } from '../../media/videos/encodeVideo.ts'
import { decodeVideo } from '../../media/videos/decodeVideo.ts'
import { placeFigure } from '../../media/videos/placeFigure.ts'
import { decodeImage } from '../../media/images/decodeImage.ts'
import { encodeImage } from '../../media/images/encodeImage.ts'
import { shrinkToPreview } from '../../media/images/resizeImage.ts'
import { chooseSeed, inputId, model, prompt, seed, sizeField, steps, webhookUrl } from '../fields.ts'
import { pricedByVideo } from './pricedByVideo.ts'
import type { Fields, Operation } from '../Operation.ts'

/** Inserts the figure of an image into a video. Its live price path differs from all others (service.md §Video). */
export const videosReplace: Operation = {
  type: 'videos_replace',
  path: 'videos/replace',
  encoding: 'form',
  rules: [
    { ...pricedByVideo.video, required: true },
    { field: 'ref_image', kind: 'images', required: true },
    model,
    { ...prompt, required: false },
    sizeField('width', false, 1280),
    sizeField('height', false, 1280),
    { ...steps, required: false },
    { ...seed, required: false },
    webhookUrl,
  ],
  pricePath: 'videos/replace/price',
  priceRules: [model, pricedByVideo.video, ...pricedByVideo.rules],
  check: (fields, model, inputs, _flavour, purpose) => ({
    ...checkSizePair(fields),
    ...pricedByVideo.check(fields, model, inputs),
    ...(purpose === 'price' && inputs.length === 0 && fields.duration === undefined
      ? { video: ['The video field is required when duration is not present.'] }
      : {}),
  }),
  plan: (input) => ({
    ...pricedByVideo.plan(input),
    figure: inputId(input.inputs, 'ref_image'),
    seed: chooseSeed(input.fields.seed, input.random),
  }),
  units: pricedByVideo.units,
  isSlow: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
  make: async (plan, _format, read) => {
    const size = { width: Number(plan.width), height: Number(plan.height), seconds: Number(plan.seconds) }
    const { video, audio } = await decodeVideo(await read(String(plan.input)), size)
    const figure = await decodeImage(await read(String(plan.figure)))
    return encodeVideo(placeFigure(video, figure, size, Number(plan.seed)), audio)
  },
  preview: async (plan, _progress, read) =>
    encodeImage(shrinkToPreview(await decodeImage(await read(String(plan.figure)))), 'jpg'),
}

function checkSizePair({ width, height }: Fields): Record<string, string[]> {
  if ((width === undefined) === (height === undefined)) return {}
  const [missing, present] = width === undefined ? ['width', 'height'] : ['height', 'width']
  return { [missing]: [`The ${missing} field is required when ${present} is present.`] }
}
