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

/** Pixels; `width` or `height`. */
export function side(field: 'width' | 'height', required: boolean): Rule {
  return {
    field,
    kind: 'integer',
    required,
    min: 256,
    max: 2048,
    limit: field,
    multipleOf: 'resolution_step',
  }
}
