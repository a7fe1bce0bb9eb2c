import type { Rule } from './rules.ts'

/** Fields that several inference types share, each described once (spec.md §Endpoints, facts.md §1). */
export const prompt: Rule = { field: 'prompt', kind: 'text', required: true, min: 1 }
export const model: Rule = { field: 'model', kind: 'text', required: true }
export const steps: Rule = {
  field: 'steps',
  kind: 'integer',
  required: true,
  min: 1,
  max: 50,
  limit: 'steps',
}
export const seed: Rule = { field: 'seed', kind: 'integer', required: 'live', min: -1 }
export const negativePrompt: Rule = {
  field: 'negative_prompt',
  kind: 'text',
  needs: 'supports_negative_prompt',
}
export const loras: Rule = { field: 'loras', kind: 'loras' }
export const webhookUrl: Rule = { field: 'webhook_url', kind: 'https', max: 2048 }
export const image: Rule = { field: 'image', kind: 'pictures', required: true }

export const guidance: Rule = {
  field: 'guidance',
  kind: 'number',
  min: 0,
  max: 20,
  limit: 'guidance',
  needs: 'supports_guidance',
}

/** facts.md §1.6: results come inside the status record when asked for. */
export const inResponse: Rule = { field: 'return_result_in_response', kind: 'boolean' }
export const includeTimes: Rule = { field: 'include_ts', kind: 'boolean', required: true }

/** Sound formats the service takes as a reference (facts.md §7.1). */
export const REFERENCE_SOUND = ['mp3', 'ogg', 'm4a']
export const VIDEO_FILES = ['mp4', 'mpeg', 'mov', 'avi', 'wmv', 'ogg']

/** A seed of -1 is rolled by the service. */
const SEED_SPAN = 2 ** 32

export function rollSeed(given: unknown, dice: () => number): number {
  const seed = Number(given ?? -1)
  return seed === -1 ? Math.floor(dice() * SEED_SPAN) : seed
}

/** Pixels; `width` or `height`. */
export function side(field: 'width' | 'height', required: boolean, max = 2048): Rule {
  return {
    field,
    kind: 'integer',
    required,
    min: 256,
    max,
    limit: field,
    multipleOf: 'resolution_step',
  }
}
