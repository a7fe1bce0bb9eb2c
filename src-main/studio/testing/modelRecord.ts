import type { ModelRecord } from '../service/models/ModelRecord.ts'

/** A text-to-image model with only the properties that a test sets. */
export const modelRecord = (facts: Partial<ModelRecord> = {}): ModelRecord => ({
  slug: 'test-model',
  name: 'Test model',
  inferenceTypes: ['txt2img'],
  limits: {},
  lists: {},
  features: {},
  defaults: {},
  loras: [],
  languages: [],
  ...facts,
})
