import type {
  RangeRule,
  BooleanRow,
  IntegerRow,
  LorasRow,
  NumberRow,
  ParametersRow,
  SeedRow,
  SizeRow,
  TextRow,
  UrlRow,
} from '../Operation.ts'

/** Limits that several operations share. Sides are in pixels, durations in seconds. */
export const rangeRules = {
  side: (name: 'width' | 'height', bounds: { min: number; max: number }): RangeRule => ({
    limitKeys: { min: `min_${name}`, max: `max_${name}`, step: 'resolution_step' },
    documentedBounds: bounds,
    plausible: { min: 1, max: 16_384 },
  }),

  /** Side of an input file: no step, and unlimited unless the model publishes limits. */
  inputSide: (name: 'width' | 'height'): RangeRule => ({
    limitKeys: { min: `min_${name}`, max: `max_${name}` },
    documentedBounds: { min: 1, max: Infinity },
    plausible: { min: 1, max: 100_000 },
  }),

  steps: {
    limitKeys: { min: 'min_steps', max: 'max_steps' },
    documentedBounds: { min: 1, max: 50 },
    plausible: { min: 1, max: 1000 },
  },

  guidance: {
    limitKeys: { min: 'min_guidance', max: 'max_guidance' },
    documentedBounds: { min: 0, max: 20 },
    plausible: { min: 0, max: 100 },
  },

  /** Duration of reference audio. */
  referenceAudio: (bounds: { min: number; max: number }): RangeRule => ({
    limitKeys: { min: 'min_ref_audio_duration', max: 'max_ref_audio_duration' },
    documentedBounds: bounds,
    plausible: { min: 0, max: 36_000 },
  }),

  /** Duration of an input video. */
  videoLength: {
    limitKeys: { max: 'max_video_duration_seconds' },
    documentedBounds: { min: 0, max: Infinity },
    plausible: { min: 0.1, max: 36_000 },
  },
}

/** The prompt. Price requests accept any text for it. */
const prompt: TextRow = {
  kind: 'text',
  name: 'prompt',
  label: 'Prompt',
  section: 'main',
  required: true,
  priced: false,
  priceStandIn: 'a picture',
  multiline: true,
  acceptsTextFile: true,
}

const negativePrompt: TextRow = {
  kind: 'text',
  name: 'negative_prompt',
  label: 'Negative prompt',
  section: 'main',
  required: false,
  priced: false,
  feature: 'supports_negative_prompt',
  multiline: true,
  default: { modelKey: 'negative_prompt' },
  placeholder: 'e.g. blurry, text, watermark',
}

/** Initially empty. If it stays empty, the output has the size of the input. */
const optionalSize: SizeRow = {
  kind: 'size',
  name: 'size',
  label: 'Size',
  section: 'main',
  required: false,
  priced: true,
  feature: 'supports_custom_output_size',
  width: rangeRules.side('width', { min: 256, max: 2048 }),
  height: rangeRules.side('height', { min: 256, max: 2048 }),
}

/** Always required by the service. For a model without custom sizes its default is sent. */
const size: SizeRow = {
  kind: 'size',
  name: 'size',
  label: 'Size',
  section: 'main',
  required: true,
  priced: true,
  feature: 'supports_custom_output_size',
  width: optionalSize.width,
  height: optionalSize.height,
  default: { width: { modelKey: 'width', value: 1024 }, height: { modelKey: 'height', value: 1024 } },
}

/** Required by the service, even if a model states `supports_steps: false` (service.md §Models). Then the default is sent, within the limits. */
const steps: IntegerRow = {
  kind: 'integer',
  name: 'steps',
  label: 'Steps',
  section: 'main',
  required: true,
  priced: true,
  feature: 'supports_steps',
  range: rangeRules.steps,
  default: { modelKey: 'steps', value: 8 },
}

/**
 * Optional in the spec, but required by the live service, so always sent (service.md §Images). Music and most video models without
 * guidance expect 1 (service.md §Models), unless they publish another value.
 */
const guidance: NumberRow = {
  kind: 'number',
  name: 'guidance',
  label: 'Guidance',
  section: 'main',
  required: true,
  priced: false,
  feature: 'supports_guidance',
  range: rangeRules.guidance,
  default: { modelKey: 'guidance', value: 1 },
}

/** Image models without guidance expect 0. */
const imageGuidance: NumberRow = { ...guidance, valueIfUnsupported: 0 }

/**
 * Always sent, because the service doesn't report the seed that it chooses for -1. The user may enter -1 (service.md §Images) and
 * values of up to 32 bits; generated seeds are at most 2^31 - 1.
 */
const seed: SeedRow = {
  kind: 'seed',
  name: 'seed',
  label: 'Seed',
  section: 'main',
  required: true,
  priced: false,
  priceStandIn: 1,
  min: -1,
  max: 2 ** 32 - 1,
}

const loras: LorasRow = {
  kind: 'loras',
  name: 'loras',
  label: 'LoRAs',
  section: 'main',
  required: false,
  priced: true,
  weight: { min: 0, max: 2, step: 0.05, default: 1 },
}

/** Every transcription must send it, true or false (service.md §Transcription, OCR and image tools). */
const timestamps: BooleanRow = {
  kind: 'boolean',
  name: 'include_ts',
  label: 'Timestamps',
  section: 'main',
  required: true,
  priced: false,
  default: { value: true },
  help: 'Add a time to each segment',
}

/** The URL from which the service downloads the media. */
const sourceUrl: UrlRow = {
  kind: 'url',
  name: 'source_url',
  label: 'URL',
  section: 'main',
  required: true,
  priced: true,
  httpsOnly: false,
  maxLength: 2048,
  placeholder: 'https://',
}

/** service.md §Images: an HTTPS address of at most 2048 characters. */
const webhook: UrlRow = {
  kind: 'url',
  name: 'webhook_url',
  label: 'Webhook URL',
  section: 'advanced',
  required: false,
  priced: false,
  excludedFromPrice: true,
  httpsOnly: true,
  maxLength: 2048,
  placeholder: 'https://',
  help: 'The service reports the state of the job to this URL.',
}

/** Additional parameters of the service that have no field. */
const moreParameters: ParametersRow = {
  kind: 'parameters',
  name: 'more_parameters',
  label: 'More parameters',
  section: 'advanced',
  required: false,
  priced: false,
}

/** Fields with the same meaning in every operation. */
export const sharedRows = {
  prompt,
  negativePrompt,
  size,
  optionalSize,
  steps,
  guidance,
  imageGuidance,
  seed,
  loras,
  timestamps,
  source: sourceUrl,
  webhook,
  moreParameters,
}
