import { encodeFilm } from '../clips/encodeFilm.ts'
import { filmClip } from '../clips/filmClip.ts'
import { placeFigure } from '../clips/placeFigure.ts'
import { decodePicture } from '../pictures/decodePicture.ts'
import { encodePicture } from '../pictures/encodePicture.ts'
import { shrinkPreview } from '../pictures/shrinkPreview.ts'
import { model, prompt, rollSeed, seed, side, steps, webhookUrl } from './fields.ts'
import { inputId } from './inputId.ts'
import { inputLength } from './inputLength.ts'
import type { Fields, Operation } from './Operation.ts'

/** facts.md §1.3: the figure of a picture takes part in a video; a price path like no other. */
export const videosReplace: Operation = {
  type: 'videos_replace',
  path: 'videos/replace',
  encoding: 'form',
  rules: [
    { ...inputLength.video, required: true },
    { field: 'ref_image', kind: 'pictures', required: true },
    model,
    { ...prompt, required: false },
    side('width', false, 1280),
    side('height', false, 1280),
    { ...steps, required: false },
    { ...seed, required: false },
    webhookUrl,
  ],
  pricePath: 'videos/replace/price',
  priceRules: [model, inputLength.video, ...inputLength.rules],
  check: (fields, model, inputs, _flavour, purpose) => ({
    ...together(fields),
    ...inputLength.check(fields, model, inputs),
    ...(purpose === 'price' && inputs.length === 0 && fields.duration === undefined
      ? { video: ['The video field is required when duration is not present.'] }
      : {}),
  }),
  plan: (input) => ({
    ...inputLength.plan(input),
    figure: inputId(input.inputs, 'ref_image'),
    seed: rollSeed(input.fields.seed, input.dice),
  }),
  units: inputLength.units,
  heavy: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
  make: async (plan, _format, read) => {
    const size = { width: Number(plan.width), height: Number(plan.height), seconds: Number(plan.seconds) }
    const { film, sound } = await filmClip(await read(String(plan.input)), size)
    const figure = await decodePicture(await read(String(plan.figure)))
    return encodeFilm(placeFigure(film, figure, size, Number(plan.seed)), sound)
  },
  preview: async (plan, _progress, read) =>
    encodePicture(shrinkPreview(await decodePicture(await read(String(plan.figure)))), 'jpg'),
}

function together({ width, height }: Fields): Record<string, string[]> {
  if ((width === undefined) === (height === undefined)) return {}
  const [missing, given] = width === undefined ? ['width', 'height'] : ['height', 'width']
  return { [missing]: [`The ${missing} field is required when ${given} is present.`] }
}
