import { previewInput, previewLandscape, landscapeParameters } from './imagePlan.ts'
import { decodeImage } from '../media/images/imageCodec.ts'
import {
  findInputId,
  chooseSeed,
  guidance,
  model,
  negativePrompt,
  prompt,
  seed,
  sizeRule,
  steps,
  readText,
  webhookUrl,
} from './fields.ts'
import type { Operation, Plan, ReadInput, Fields, PlanInput, Rule } from './Operation.ts'
import type { ResultFile } from '../media/ResultFile.ts'
import type { AudioTrack } from '../media/audio/AudioTrack.ts'
import { encodeVideo } from '../media/videos/videoCodec.ts'
import { animateLandscape } from '../media/videos/animateLandscape.ts'
import { animateImages } from '../media/videos/animateImages.ts'
import { generateMusic } from '../media/audio/generateMusic.ts'
import { readMp3, writeMp3 } from '../media/audio/audioCodec.ts'
import type { SandboxModel } from '../models/SandboxModel.ts'
import { hashText } from '../random.ts'

const frames: Rule = {
  field: 'frames',
  kind: 'integer',
  required: true,
  min: 1,
  max: 120,
  limitName: 'frames',
}
const fps: Rule = { field: 'fps', kind: 'integer', required: 'live', min: 1, max: 60, limitName: 'fps' }
const sizeRules = [sizeRule('width', true, 1280), sizeRule('height', true, 1280)]

/** Used when neither the request nor the model has a frame rate. */
const DEFAULT_FPS = 24

/** Rules that the types in this file share (service.md §Video). A live price request has no prompt and no files. */
const videoRules = {
  generation: [
    prompt,
    model,
    ...sizeRules,
    steps,
    { ...guidance, required: true, neutralValue: 1 },
    frames,
    fps,
  ],
  additional: [{ ...seed, required: true }, negativePrompt, webhookUrl],
  price: [model, ...sizeRules, steps, frames, fps],
} satisfies Record<string, Rule[]>

/** Makes steps and guidance optional, as in aud2video. */
function withOptionalSteps(rules: Rule[]): Rule[] {
  return rules.map((rule) =>
    ['steps', 'guidance'].includes(rule.field) ? { ...rule, required: false } : rule,
  )
}

/** The part of a plan that the types in this file share. */
function planVideo({ fields, model, random }: PlanInput): Plan {
  return {
    prompt: readText(fields, 'prompt'),
    style: hashText(JSON.stringify([model.slug, fields.negative_prompt ?? ''])),
    width: Number(fields.width),
    height: Number(fields.height),
    steps: Number(fields.steps ?? model.defaults?.steps ?? 1),
    frames: Number(fields.frames),
    fps: chooseFps(fields, model),
    seed: chooseSeed(fields.seed, random),
    sound: model.types.includes('aud2video'),
  }
}

function chooseFps(fields: Fields, model: SandboxModel): number {
  return Number(fields.fps ?? model.defaults?.fps ?? DEFAULT_FPS)
}

/** Megapixels times seconds times steps. */
function countVideoUnits(plan: Plan): number {
  const megapixels = (Number(plan.width) * Number(plan.height)) / 2 ** 20
  return (megapixels * Number(plan.frames) * Number(plan.steps)) / Number(plan.fps)
}

/** What every type that generates a video shares. */
const commonVideoParts = {
  countUnits: countVideoUnits,
  isSlow: true,
  formats: () => ({ main: 'mp4', alternatives: [] }),
  generate: generateVideo,
} satisfies Partial<Operation>

/** Multipart with a first frame and, for some models, a last frame (service.md §Video). */
export const img2video: Operation = {
  type: 'img2video',
  path: 'img2video',
  encoding: 'form',
  rules: [
    { field: 'first_frame_image', kind: 'images', required: true },
    { field: 'last_frame_image', kind: 'images', requiresFeature: 'supports_last_frame' },
    ...videoRules.generation,
    ...videoRules.additional,
  ],
  pricePath: 'img2video/price-calculation',
  priceRules: videoRules.price,
  plan: (input) => ({
    ...planVideo(input),
    first: findInputId(input.inputs, 'first_frame_image'),
    last: findInputId(input.inputs, 'last_frame_image'),
  }),
  ...commonVideoParts,
  preview: async (plan, _progress, readInput) => previewInput(plan.first, readInput),
}

/** JSON, or multipart as the live service also accepts. Priced by size, duration and steps (service.md §Video). */
export const txt2video: Operation = {
  type: 'txt2video',
  path: 'txt2video',
  encoding: 'either',
  rules: [...videoRules.generation, ...videoRules.additional],
  pricePath: 'txt2video/price-calculation',
  priceRules: videoRules.price,
  plan: planVideo,
  ...commonVideoParts,
  preview: previewLandscape,
}

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
      maxMegabytes: 20,
      durationLimits: { min: 'min_ref_audio_duration', max: 'max_ref_audio_duration' },
    },
    { field: 'first_frame_image', kind: 'images' },
    { field: 'last_frame_image', kind: 'images', requiresFeature: 'supports_last_frame' },
    ...withOptionalSteps(videoRules.generation),
    ...videoRules.additional,
  ],
  pricePath: 'aud2video/price-calculation',
  priceRules: withOptionalSteps(videoRules.price),
  plan: (input) => ({
    ...planVideo(input),
    audio: findInputId(input.inputs, 'audio'),
    first: findInputId(input.inputs, 'first_frame_image'),
    last: findInputId(input.inputs, 'last_frame_image'),
  }),
  ...commonVideoParts,
  preview: previewLandscape,
}

/**
 * Generates a video from its first and last frame, or a landscape without them. Its audio is the given one, or generated if the model has
 * audio.
 */
async function generateVideo(plan: Plan, _format: string, readInput: ReadInput): Promise<ResultFile> {
  const [fps, count] = [Number(plan.fps), Number(plan.frames)]
  const parameters = landscapeParameters(plan)
  const decode = async (id: Plan[string] | undefined) =>
    typeof id === 'string' && id !== '' ? decodeImage(await readInput(id)) : null
  const [first, last] = [await decode(plan.first), await decode(plan.last)]
  const frames = first
    ? animateImages(
        first,
        last,
        { width: parameters.width, height: parameters.height, fps, count },
        parameters.seed,
      )
    : await animateLandscape(parameters, fps, count)
  return encodeVideo(frames, await chooseAudio(plan, readInput, count / fps))
}

async function chooseAudio(plan: Plan, readInput: ReadInput, seconds: number): Promise<AudioTrack | null> {
  if (typeof plan.audio === 'string') {
    const audio = readMp3(Buffer.from(await readInput(plan.audio)))
    if (audio) return audio
  }
  if (plan.sound !== true) return null
  const caption = `ambient ${String(plan.prompt)}`
  const parameters = {
    caption,
    lyrics: '',
    bpm: null,
    key: null,
    meter: 4,
    seed: Number(plan.seed),
    style: '',
  }
  return readMp3(await writeMp3(await generateMusic({ ...parameters, seconds: seconds + 0.2 })))
}
