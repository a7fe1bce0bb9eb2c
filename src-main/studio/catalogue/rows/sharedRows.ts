import type {
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
import { rangeRules } from './rangeRules.ts'

/** Words to make something from; every price body that wants them takes any. */
const prompt: TextRow = {
  kind: 'text',
  name: 'prompt',
  label: 'Prompt',
  section: 'main',
  required: true,
  priced: false,
  standIn: 'a picture',
  multiline: true,
  takesText: true,
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
  default: { key: 'negative_prompt' },
  placeholder: 'What to avoid',
}

/** Empty to start with: what goes in then gives the size. */
const freeSize: SizeRow = {
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

/** Always wanted by the service: a model that takes no size of one's own is sent its default. */
const size: SizeRow = {
  kind: 'size',
  name: 'size',
  label: 'Size',
  section: 'main',
  required: true,
  priced: true,
  feature: 'supports_custom_output_size',
  width: freeSize.width,
  height: freeSize.height,
  default: { width: { key: 'width', value: 1024 }, height: { key: 'height', value: 1024 } },
}

/** A flag may deny steps that must be sent all the same (facts.md §1.3): then the default goes, within the limits. */
const steps: IntegerRow = {
  kind: 'integer',
  name: 'steps',
  label: 'Steps',
  section: 'main',
  required: true,
  priced: true,
  feature: 'supports_steps',
  range: rangeRules.steps,
  default: { key: 'steps', value: 8 },
}

/**
 * Optional by the spec, required by the live service: always sent. Without guidance video and music models want 1,
 * unless they publish another (facts.md §7.3).
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
  default: { key: 'guidance', value: 1 },
}

/** Image models without guidance want 0. */
const imageGuidance: NumberRow = { ...guidance, unsupported: 0 }

/**
 * -1 would leave the choice to the service, which does not tell what it chose; so the seed is always given.
 * One typed by hand may also be -1 (spec.md §POST txt2img), and as large as 32 bits hold; what is rolled is at most 2^31 - 1.
 */
const seed: SeedRow = {
  kind: 'seed',
  name: 'seed',
  label: 'Seed',
  section: 'main',
  required: true,
  priced: false,
  standIn: 1,
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

/** Required of every transcription, true or false (facts.md §1.6). */
const timestamps: BooleanRow = {
  kind: 'boolean',
  name: 'include_ts',
  label: 'Times',
  section: 'main',
  required: true,
  priced: false,
  default: { value: true },
  help: 'When each part was said.',
}

/** An address that the service fetches the medium from. */
const source: UrlRow = {
  kind: 'url',
  name: 'source_url',
  label: 'Address',
  section: 'main',
  required: true,
  priced: true,
  httpsOnly: false,
  maxLength: 2048,
  placeholder: 'https://',
}

/** spec.md §Events: an HTTPS address of at most 2048 characters. */
const webhook: UrlRow = {
  kind: 'url',
  name: 'webhook_url',
  label: 'Webhook address',
  section: 'advanced',
  required: false,
  priced: false,
  unquoted: true,
  httpsOnly: true,
  maxLength: 2048,
  placeholder: 'https://',
  help: 'The service reports the job to this address.',
}

/** What a service takes and no field stands for. */
const more: ParametersRow = {
  kind: 'parameters',
  name: 'more_parameters',
  label: 'More parameters',
  section: 'advanced',
  required: false,
  priced: false,
}

/** Fields that mean the same in every operation that has them. */
export const sharedRows = {
  prompt,
  negativePrompt,
  size,
  freeSize,
  steps,
  guidance,
  imageGuidance,
  seed,
  loras,
  timestamps,
  source,
  webhook,
  more,
}
