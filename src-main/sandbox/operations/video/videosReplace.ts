import { encodeVideo, type FrameSource } from '../../media/videos/encodeVideo.ts'
import { decodeVideo } from '../../media/videos/decodeVideo.ts'
import { decodeImage } from '../../media/images/decodeImage.ts'
import { encodeImage } from '../../media/images/encodeImage.ts'
import { shrinkToPreview, resizeImage } from '../../media/images/resizeImage.ts'
import { chooseSeed, inputId, model, prompt, seed, sizeField, steps, webhookUrl } from '../fields.ts'
import { pricedByVideo } from './pricedByVideo.ts'
import type { Fields, Operation } from '../Operation.ts'
import { createRandom } from '../../random.ts'
import { removeBackground } from '../../media/images/removeBackground.ts'
import type { RgbaImage } from '../../media/images/RgbaImage.ts'
import { cropToFit } from '../../media/videos/animateImages.ts'

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

/** The maximum share of width and height that the figure occupies. */
const MAX_SHARE = 0.62

/** Overlays the figure of an image on each frame of a video, with a slight movement. */
function placeFigure(
  video: FrameSource,
  image: RgbaImage,
  size: { width: number; height: number },
  seed: number,
): FrameSource {
  const { width, height } = size
  const scale = Math.min((height * MAX_SHARE) / image.height, (width * MAX_SHARE) / image.width)
  const figureWidth = Math.max(1, Math.round(image.width * scale))
  const figureHeight = Math.max(1, Math.round(image.height * scale))
  const figure = removeBackground(resizeImage(image, figureWidth, figureHeight))
  const random = createRandom(seed)
  const [start, pace] = [random() * Math.PI * 2, 1.1 + random() * 0.9]
  return {
    ...video,
    width,
    height,
    frame: async (index) => {
      const scene = cropToFit(await video.frame(index), width, height)
      const seconds = index / video.fps
      const sway = Math.sin(start + seconds * pace) * width * 0.06
      const bob = Math.abs(Math.sin(start + seconds * pace * 2)) * height * 0.02
      overlay(scene, figure, (width - figureWidth) / 2 + sway, height - figureHeight - height * 0.05 - bob)
      return scene
    },
  }
}

/** Draws a figure with transparency over an image. */
function overlay(onto: RgbaImage, figure: RgbaImage, left: number, top: number): void {
  const [x0, y0] = [Math.round(left), Math.round(top)]
  for (let y = 0; y < figure.height; y += 1) {
    for (let x = 0; x < figure.width; x += 1) {
      const [column, row] = [x + x0, y + y0]
      if (column < 0 || row < 0 || column >= onto.width || row >= onto.height) continue
      const from = (y * figure.width + x) * 4
      const to = (row * onto.width + column) * 4
      const cover = figure.pixels[from + 3]! / 255
      for (let part = 0; part < 3; part += 1) {
        onto.pixels[to + part] = onto.pixels[to + part]! * (1 - cover) + figure.pixels[from + part]! * cover
      }
    }
  }
}
