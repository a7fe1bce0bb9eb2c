import type { Fields, StoredInput, Rule } from './Operation.ts'

// Rules of fields that several inference types share.

export const prompt: Rule = { field: 'prompt', kind: 'text', required: true, min: 1 }
export const model: Rule = { field: 'model', kind: 'text', required: true }
export const steps: Rule = {
  field: 'steps',
  kind: 'integer',
  required: true,
  min: 1,
  max: 50,
  limitName: 'steps',
}
export const seed: Rule = { field: 'seed', kind: 'integer', required: 'live', min: -1 }
export const negativePrompt: Rule = {
  field: 'negative_prompt',
  kind: 'text',
  requiresFeature: 'supports_negative_prompt',
}
export const loras: Rule = { field: 'loras', kind: 'loras' }
export const webhookUrl: Rule = { field: 'webhook_url', kind: 'https', max: 2048 }
export const image: Rule = { field: 'image', kind: 'images', required: true }

export const guidance: Rule = {
  field: 'guidance',
  kind: 'number',
  min: 0,
  max: 20,
  limitName: 'guidance',
  requiresFeature: 'supports_guidance',
}

/** Whether the status record is to contain the result (service.md §Transcription, OCR and image tools). */
export const returnInResponse: Rule = { field: 'return_result_in_response', kind: 'boolean' }
export const includeTimestamps: Rule = { field: 'include_ts', kind: 'boolean', required: true }

/** Audio formats that the service accepts as a reference (service.md §Uploads). */
export const REFERENCE_AUDIO_FORMATS = ['mp3', 'ogg', 'm4a']
export const VIDEO_FORMATS = ['mp4', 'mpeg', 'mov', 'avi', 'wmv', 'ogg']

/** Number of seeds: 0 to 2³² − 1. */
const SEED_COUNT = 2 ** 32

/** The requested seed; a random one for -1 or none. */
export function chooseSeed(requested: unknown, random: () => number): number {
  const seed = Number(requested ?? -1)
  return seed === -1 ? Math.floor(random() * SEED_COUNT) : seed
}

/** The rule of `width` or `height`, in pixels. */
export function sizeRule(field: 'width' | 'height', required: boolean, max = 2048): Rule {
  return {
    field,
    kind: 'integer',
    required,
    min: 256,
    max,
    limitName: field,
    stepLimitName: 'resolution_step',
  }
}

/** The id of the upload in a field, or null. */
export function findInputId(inputs: StoredInput[], field: string): string | null {
  return inputs.find((input) => input.field === field)?.id ?? null
}

/** The text of a field, or the fallback when it is absent. */
export function readText(fields: Fields, name: string, fallback = ''): string {
  const value = fields[name]
  return typeof value === 'string' ? value : fallback
}
