import { expect, test } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { carryValues } from './adaptValues.ts'
import { txt2img } from '../rows/txt2img.ts'

const values: Values = {
  prompt: 'a fox',
  negative_prompt: 'blurry',
  width: 1024,
  height: 512,
  steps: 20,
  guidance: 7,
  seed: 42,
  webhook_url: 'https://relay.example',
}
const carry = (facts: Parameters<typeof modelRecord>[0], from: Values = values) =>
  carryValues(txt2img, buildForm(txt2img, modelRecord(facts)), from)

test('What the new model takes stays as it is, without a word', () => {
  expect(carry({ defaults: { steps: 4, width: 512 } })).toEqual({ values, resets: [] })
})

test('Numbers go to the nearest the model takes, and each change is told', () => {
  const { values: carried, resets } = carry({ limits: { max_steps: 10, min_guidance: 1, max_guidance: 5 } })
  expect(carried).toMatchObject({ prompt: 'a fox', steps: 10, guidance: 5, seed: 42 })
  expect(resets).toEqual([
    { field: 'steps', label: 'Steps', from: 20, to: 10 },
    { field: 'guidance', label: 'Guidance', from: 7, to: 5 },
  ])
})

test('A size too large shrinks in its own shape', () => {
  const { values: carried, resets } = carry({
    limits: { max_width: 768, max_height: 768, resolution_step: 64 },
  })
  expect(carried).toMatchObject({ width: 768, height: 384 })
  expect(resets).toEqual([
    { field: 'width', label: 'Width', from: 1024, to: 768 },
    { field: 'height', label: 'Height', from: 512, to: 384 },
  ])
})

test('A side off the step goes to the step while the other stays', () => {
  const { values: carried } = carry({ limits: { resolution_step: 64 } }, { ...values, width: 1000 })
  expect(carried).toMatchObject({ width: 1024, height: 512 })
})

test('Fields the model does not have are dropped and told, unless they said nothing of their own', () => {
  const features = { supports_guidance: false, supports_negative_prompt: false }
  expect(carry({ features }).resets).toEqual([
    { field: 'negative_prompt', label: 'Negative prompt', from: 'blurry' },
    { field: 'guidance', label: 'Guidance', from: 7 },
  ])
  expect(carry({ features }, { prompt: 'a fox', guidance: 1, negative_prompt: '' }).resets).toEqual([])
})

test('LoRAs the model does not know are dropped and told; the others stay', () => {
  const ink = { name: 'ink', weight: 0.5 }
  const oil = { name: 'oil', weight: 1 }
  const some = carry({ loras: [{ name: 'ink', label: 'Ink' }] }, { prompt: 'a fox', loras: [oil, ink] })
  expect(some.values['loras']).toEqual([ink])
  expect(some.resets).toEqual([{ field: 'loras', label: 'LoRAs', from: [oil, ink], to: [ink] }])
  const none = carry({}, { prompt: 'a fox', loras: [ink] })
  expect(none.values).not.toHaveProperty('loras')
  expect(none.resets).toEqual([{ field: 'loras', label: 'LoRAs', from: [ink] }])
})

test('Steps move to the only value of a model that has one', () => {
  const { values: carried, resets } = carry({ limits: { min_steps: 4, max_steps: 4 } })
  expect(carried['steps']).toBe(4)
  expect(resets).toEqual([{ field: 'steps', label: 'Steps', from: 20, to: 4 }])
})

test('A seed that cannot be sent is dropped, so that a new one is rolled', () => {
  const { values: carried, resets } = carry({}, { ...values, seed: -2 })
  expect(carried).not.toHaveProperty('seed')
  expect(resets).toEqual([{ field: 'seed', label: 'Seed', from: -2 }])
})

test('Entries of the wrong kind go back to the default', () => {
  const { values: carried, resets } = carry({}, { ...values, steps: 'many', prompt: 3 })
  expect(carried['steps']).toBe(8)
  expect(resets.map(({ field }) => field)).toEqual(['prompt', 'steps'])
})

test('A webhook address that is wrong stays, to be mended by hand', () => {
  expect(carry({}, { ...values, webhook_url: 'relay.example' })).toMatchObject({
    values: { webhook_url: 'relay.example' },
    resets: [],
  })
})

test('A negative prompt emptied by hand is not filled with the next default', () => {
  const { values: carried } = carry(
    { defaults: { negative_prompt: 'ugly' } },
    { prompt: 'a fox', negative_prompt: '' },
  )
  expect(carried['negative_prompt']).toBe('')
})
