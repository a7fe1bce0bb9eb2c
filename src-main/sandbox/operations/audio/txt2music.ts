import { encodeAudio } from '../../media/audio/audioCodec.ts'
import { generateMusic } from '../../media/audio/generateMusic.ts'
import { chooseSeed, model, REFERENCE_AUDIO_FORMATS, seed, readText, webhookUrl } from '../fields.ts'
import type { Operation, Rule } from '../Operation.ts'

const duration: Rule = {
  field: 'duration',
  kind: 'number',
  required: true,
  min: 10,
  max: 600,
  limitName: 'duration',
}
const steps: Rule = {
  field: 'inference_steps',
  kind: 'integer',
  required: true,
  min: 1,
  max: 100,
  limitName: 'steps',
}

/** The number of steps that a model's price per second refers to. */
const BASE_STEPS = 8

/** Multipart, or JSON without a file. Priced by duration and steps alone (service.md §Speech and music). */
export const txt2music: Operation = {
  type: 'txt2music',
  path: 'txt2music',
  encoding: 'either',
  rules: [
    { field: 'caption', kind: 'text', required: true, min: 1, limitName: 'caption' },
    model,
    { field: 'lyrics', kind: 'text', required: true },
    duration,
    steps,
    { field: 'guidance_scale', kind: 'number', required: true, min: 0, max: 20, limitName: 'guidance' },
    { ...seed, required: true },
    { field: 'format', kind: 'choice', required: true, allowedValues: ['mp3', 'wav', 'flac'] },
    { field: 'bpm', kind: 'integer', min: 20, max: 300, limitName: 'bpm' },
    { field: 'keyscale', kind: 'text' },
    { field: 'timesignature', kind: 'integer' },
    { field: 'vocal_language', kind: 'text' },
    {
      field: 'reference_audio',
      kind: 'audio',
      formats: REFERENCE_AUDIO_FORMATS,
      maxMegabytes: 15,
      durationLimits: { min: 'min_ref_audio_duration', max: 'max_ref_audio_duration' },
    },
    webhookUrl,
  ],
  pricePath: 'txt2music/price-calculation',
  priceRules: [model, duration, steps],
  check: ({ timesignature }) => {
    const isKnown = timesignature === undefined || [2, 3, 4, 6].includes(Number(timesignature))
    return isKnown ? {} : { timesignature: ['The selected timesignature is invalid.'] }
  },
  plan: ({ fields, inputs, model, random }) => ({
    caption: readText(fields, 'caption'),
    lyrics: readText(fields, 'lyrics'),
    seconds: Number(fields.duration),
    steps: Number(fields.inference_steps),
    bpm: fields.bpm === undefined ? null : Number(fields.bpm),
    key: readText(fields, 'keyscale') || null,
    meter: Number(fields.timesignature ?? 4),
    seed: chooseSeed(fields.seed, random),
    format: readText(fields, 'format', 'mp3'),
    style: [model.slug, fields.vocal_language, inputs[0]?.id].join(' '),
  }),
  countUnits: (plan) => (Number(plan.seconds) * Number(plan.steps)) / BASE_STEPS,
  isSlow: true,
  formats: (plan) => ({ main: String(plan.format), alternatives: [] }),
  generate: async (plan, format) => {
    const audio = await generateMusic({
      caption: String(plan.caption),
      lyrics: String(plan.lyrics),
      seconds: Number(plan.seconds),
      bpm: plan.bpm === null ? null : Number(plan.bpm),
      key: plan.key === null ? null : String(plan.key),
      meter: Number(plan.meter),
      seed: Number(plan.seed),
      style: String(plan.style),
    })
    return encodeAudio(audio, format)
  },
}
