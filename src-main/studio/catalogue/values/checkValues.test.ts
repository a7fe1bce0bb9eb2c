import { expect, test } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { pricedIssues, checkValues, withDefaults } from './checkValues.ts'
import { txt2img } from '../rows/imageOperations.ts'

const form = buildForm(
  txt2img,
  modelRecord({
    limits: {
      min_width: 256,
      max_width: 1024,
      min_height: 256,
      max_height: 1024,
      resolution_step: 64,
      max_steps: 10,
    },
    loras: [{ name: 'ink', label: 'Ink' }],
  }),
)
const good: Values = { prompt: 'a fox', width: 512, height: 512, steps: 4, guidance: 0.35, seed: 0 }

test('reports nothing for values inside the limits', () => {
  expect(checkValues(form, good)).toEqual([])
  const rich = {
    ...good,
    webhook_url: 'HTTPS://relay.example:8443/a?b=c',
    loras: [{ name: 'ink', weight: 0.33 }],
  }
  expect(checkValues(form, rich)).toEqual([])
})

test.each<[Values, object]>([
  [{ prompt: '\n ' }, { field: 'prompt', code: 'required' }],
  [{ prompt: 5 }, { field: 'prompt', code: 'wrong_kind' }],
  [{ width: 192 }, { field: 'width', code: 'too_small', params: { min: 256 } }],
  [{ height: 1088 }, { field: 'height', code: 'too_large', params: { max: 1024 } }],
  [{ width: 500 }, { field: 'width', code: 'step_mismatch', params: { step: 64 } }],
  [{ height: null }, { field: 'height', code: 'required' }],
  [{ width: '512' }, { field: 'width', code: 'not_a_number' }],
  [{ steps: 11 }, { field: 'steps', code: 'too_large', params: { max: 10 } }],
  [{ steps: 4.5 }, { field: 'steps', code: 'not_an_integer' }],
  [{ guidance: 20.1 }, { field: 'guidance', code: 'too_large', params: { max: 20 } }],
  [{ guidance: '' }, { field: 'guidance', code: 'required' }],
  [{ seed: -2 }, { field: 'seed', code: 'too_small', params: { min: -1 } }],
  [{ seed: 2 ** 32 }, { field: 'seed', code: 'too_large', params: { max: 2 ** 32 - 1 } }],
  [{ webhook_url: 'http://relay.example' }, { field: 'webhook_url', code: 'not_https' }],
  [{ webhook_url: 'relay.example' }, { field: 'webhook_url', code: 'not_a_url' }],
  [{ webhook_url: 'https:/relay.example' }, { field: 'webhook_url', code: 'not_a_url' }],
  [{ webhook_url: 'https://relay.example/a b' }, { field: 'webhook_url', code: 'not_a_url' }],
  [
    { webhook_url: `https://relay.example/${'a'.repeat(2027)}` },
    { field: 'webhook_url', code: 'too_long', params: { max: 2048, length: 2049 } },
  ],
  [{ loras: 'ink' }, { field: 'loras', code: 'wrong_kind' }],
  [{ loras: [{ name: 'ink' }] }, { field: 'loras', code: 'wrong_kind' }],
  [
    { loras: [{ name: 'oil', weight: 1 }] },
    { field: 'loras', code: 'lora_unavailable', params: { lora: 'oil' } },
  ],
  [{ loras: [{ name: 'ink', weight: 'strong' }] }, { field: 'loras', code: 'wrong_kind' }],
  [
    {
      loras: [
        { name: 'ink', weight: 1 },
        { name: 'ink', weight: 1 },
      ],
    },
    { field: 'loras', code: 'lora_repeated', params: { lora: 'ink' } },
  ],
  [{ strength: 1 }, { field: 'strength', code: 'unknown_field' }],
])('reports %j once, at its field', (wrong, issue) => {
  expect(checkValues(form, { ...good, ...wrong })).toEqual([issue])
})

test('accepts a webhook address of at most 2048 characters', () => {
  expect(checkValues(form, { ...good, webhook_url: `https://relay.example/${'a'.repeat(2026)}` })).toEqual([])
})

test('checks only priced fields before a price request', () => {
  const values = { prompt: '', seed: -2, guidance: 99, width: 100, steps: 'x' }
  const issues = checkValues(form, withDefaults(form, values))
  expect(pricedIssues(txt2img, issues).map(({ field }) => field)).toEqual(['width', 'steps'])
})

test('reports cleared steps, although the model states a default', () => {
  const issues = checkValues(form, withDefaults(form, { prompt: 'a fox', steps: null, seed: 1 }))
  expect(issues).toEqual([{ field: 'steps', code: 'required' }])
})
