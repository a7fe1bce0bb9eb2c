import { previewInput } from './imagePlan.ts'
import type { FieldErrors } from '../http/Reply.ts'
import { encodeVideo, decodeVideo } from '../media/videos/videoCodec.ts'
import {
  type FrameSource,
  cropToFit,
  resizeImage,
  type RgbaImage,
  removeBackground,
} from '../media/RgbaImage.ts'
import { decodeImage } from '../media/images/imageCodec.ts'
import {
  chooseSeed,
  findInputId,
  model,
  prompt,
  seed,
  sizeRule,
  steps,
  webhookUrl,
  VIDEO_FORMATS,
} from './fields.ts'
import type { Fields, Operation, Plan, PlanInput, StoredInput, Rule } from './Operation.ts'
import { createRandom } from '../random.ts'
import type { SandboxModel, Flavour } from '../models/SandboxModel.ts'

/** What the types priced by their input video share: a price request has `video`, or its size and `duration` (service.md §Video). */
const pricedByVideo = {
  video: {
    field: 'video',
    kind: 'video',
    maxMegabytes: 50,
    formats: VIDEO_FORMATS,
    durationLimits: { max: 'max_video_duration_seconds' },
  } satisfies Rule,

  rules: [
    { field: 'duration', kind: 'number', min: 0 },
    { field: 'width', kind: 'integer', min: 1, max: 5000, limitName: 'width' },
    { field: 'height', kind: 'integer', min: 1, max: 5000, limitName: 'height' },
  ] satisfies Rule[],

  /** Checks `duration` against the model's limit. */
  check: (fields: Fields, model: SandboxModel, inputs: StoredInput[]): FieldErrors => {
    const max = Number(model.limits?.max_video_duration_seconds ?? Infinity)
    if (inputs.length > 0 || Number(fields.duration ?? 0) <= max) return {}
    return { duration: [`The duration field must not be greater than ${String(max)}.`] }
  },

  plan: ({ fields, inputs, model }: PlanInput): Plan => {
    const video = inputs.find(({ kind }) => kind === 'video')
    return {
      input: video?.id ?? '',
      seconds: Math.round((video?.seconds ?? Number(fields.duration ?? 0)) * 100) / 100,
      width: Number(fields.width ?? video?.width ?? model.defaults?.width ?? 0),
      height: Number(fields.height ?? video?.height ?? model.defaults?.height ?? 0),
    }
  },

  /** Megapixels times seconds. */
  countUnits: (plan: Plan): number =>
    ((Number(plan.width) * Number(plan.height)) / 2 ** 20) * Number(plan.seconds),
}

/** Inserts the figure of an image into a video. Its live price path differs from all others (service.md §Prices). */
export const videosReplace: Operation = {
  type: 'videos_replace',
  path: 'videos/replace',
  encoding: 'form',
  rules: [
    { ...pricedByVideo.video, required: true },
    { field: 'ref_image', kind: 'images', required: true },
    model,
    { ...prompt, required: false },
    sizeRule('width', false, 1280),
    sizeRule('height', false, 1280),
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
    figure: findInputId(input.inputs, 'ref_image'),
    seed: chooseSeed(input.fields.seed, input.random),
  }),
  countUnits: pricedByVideo.countUnits,
  isSlow: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
  generate: async (plan, _format, readInput) => {
    const size = { width: Number(plan.width), height: Number(plan.height), seconds: Number(plan.seconds) }
    const { video, audio } = await decodeVideo(await readInput(String(plan.input)), size)
    const figure = await decodeImage(await readInput(String(plan.figure)))
    return encodeVideo(placeFigure(video, figure, size, Number(plan.seed)), audio)
  },
  preview: async (plan, _progress, readInput) => previewInput(plan.figure, readInput),
}

function checkSizePair({ width, height }: Fields): FieldErrors {
  if ((width === undefined) === (height === undefined)) return {}
  const [missing, present] = width === undefined ? ['width', 'height'] : ['height', 'width']
  return { [missing]: [`The ${missing} field is required when ${present} is present.`] }
}

/** The maximum share of width and height that the figure occupies. */
const MAX_FIGURE_SHARE = 0.62

/** Overlays the figure of an image on each frame of a video, with a slight movement. */
function placeFigure(
  video: FrameSource,
  image: RgbaImage,
  size: { width: number; height: number },
  seed: number,
): FrameSource {
  const { width, height } = size
  const scale = Math.min((height * MAX_FIGURE_SHARE) / image.height, (width * MAX_FIGURE_SHARE) / image.width)
  const figureWidth = Math.max(1, Math.round(image.width * scale))
  const figureHeight = Math.max(1, Math.round(image.height * scale))
  const figure = removeBackground(resizeImage(image, figureWidth, figureHeight))
  const random = createRandom(seed)
  // The movement's phase, and its speed in radians per second.
  const [phase, pace] = [random() * Math.PI * 2, 1.1 + random() * 0.9]
  return {
    ...video,
    width,
    height,
    frame: async (index) => {
      const scene = cropToFit(await video.frame(index), width, height)
      const seconds = index / video.fps
      const sway = Math.sin(phase + seconds * pace) * width * 0.06
      const bob = Math.abs(Math.sin(phase + seconds * pace * 2)) * height * 0.02
      overlay(scene, figure, (width - figureWidth) / 2 + sway, height - figureHeight - height * 0.05 - bob)
      return scene
    },
  }
}

/** Draws a figure with transparency over an image. */
function overlay(onto: RgbaImage, figure: RgbaImage, left: number, top: number): void {
  const [firstColumn, firstRow] = [Math.round(left), Math.round(top)]
  for (let y = 0; y < figure.height; y += 1) {
    for (let x = 0; x < figure.width; x += 1) {
      const [column, row] = [x + firstColumn, y + firstRow]
      if (column < 0 || row < 0 || column >= onto.width || row >= onto.height) continue
      const from = (y * figure.width + x) * 4
      const to = (row * onto.width + column) * 4
      const opacity = figure.pixels[from + 3]! / 255
      for (let channel = 0; channel < 3; channel += 1) {
        onto.pixels[to + channel] =
          onto.pixels[to + channel]! * (1 - opacity) + figure.pixels[from + channel]! * opacity
      }
    }
  }
}

const scale: Rule = { field: 'scale', kind: 'integer', min: 1, max: 16, limitName: 'scale' }

/**
 * The model has a fixed factor, or limits for the factor that the request gives. The live service returns a price of 0 without a duration
 * (service.md §Pricing basis).
 */
export const vidUpscale: Operation = {
  type: 'vid_upscale',
  path: 'vid-upscale',
  encoding: 'form',
  rules: [{ ...pricedByVideo.video, required: true }, model, scale, webhookUrl],
  pricePath: 'vid-upscale/price-calculation',
  priceRules: [model, pricedByVideo.video, ...pricedByVideo.rules, scale],
  check: (fields, model, inputs, flavour, purpose) => ({
    ...checkScale(fields, model),
    ...pricedByVideo.check(fields, model, inputs),
    ...(purpose === 'price' && inputs.length === 0 ? checkDimensions(fields, flavour) : {}),
  }),
  plan: (input) => ({
    ...pricedByVideo.plan(input),
    scale: Number(input.fields.scale ?? input.model.scale ?? 2),
  }),
  countUnits: (plan) => (pricedByVideo.countUnits(plan) * Number(plan.scale) ** 2) / 4,
  isPricedAsZero: (plan) => Number(plan.seconds) === 0,
  isSlow: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
  generate: async (plan, _format, readInput) => {
    const size = { width: Number(plan.width), height: Number(plan.height), seconds: Number(plan.seconds) }
    const { video, audio } = await decodeVideo(await readInput(String(plan.input)), size)
    const [width, height] = [video.width * Number(plan.scale), video.height * Number(plan.scale)]
    const frame = async (index: number) => resizeImage(await video.frame(index), width, height)
    return encodeVideo({ ...video, width, height, frame }, audio)
  },
}

function checkScale(fields: Fields, model: SandboxModel): FieldErrors {
  const isVariable = model.limits?.max_scale !== undefined
  if (isVariable && fields.scale === undefined)
    return { scale: ['The scale field is required for this model.'] }
  return isVariable || fields.scale === undefined
    ? {}
    : { scale: ['The scale field is prohibited for this model.'] }
}

function checkDimensions(fields: Fields, flavour: Flavour): FieldErrors {
  const required = flavour === 'live' ? ['width', 'height'] : ['width', 'height', 'duration']
  const missing = required.filter((field) => fields[field] === undefined)
  return Object.fromEntries(
    missing.map((field) => [field, [`The ${field} field is required when video is not present.`]]),
  )
}
