import { expect, test } from 'vitest'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { modelRecord } from '../../testing/modelRecord.ts'
import { buildForm } from '../form/buildForm.ts'
import { adaptValues } from './adaptValues.ts'
import { txt2img } from '../rows/imageOperations.ts'
import { img2txt } from '../rows/textOperations.ts'
import { aud2video, videosReplace } from '../rows/videoOperations.ts'
import { checkValues } from './checkValues.ts'

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
const adapt = (facts: Parameters<typeof modelRecord>[0], from: Values = values) =>
  adaptValues(txt2img, buildForm(txt2img, modelRecord(facts)), from)

test('keeps values that are valid for the new model without reporting them', () => {
  expect(adapt({ defaults: { steps: 4, width: 512 } })).toEqual({ values, resets: [] })
})

test('changes numbers to the nearest valid ones and reports each change', () => {
  const { values: adapted, resets } = adapt({ limits: { max_steps: 10, min_guidance: 1, max_guidance: 5 } })
  expect(adapted).toMatchObject({ prompt: 'a fox', steps: 10, guidance: 5, seed: 42 })
  expect(resets).toEqual([
    { field: 'steps', label: 'Steps', from: 20, to: 10 },
    { field: 'guidance', label: 'Guidance', from: 7, to: 5 },
  ])
})

test('scales down a size that is too large and keeps its aspect ratio', () => {
  const { values: adapted, resets } = adapt({
    limits: { max_width: 768, max_height: 768, resolution_step: 64 },
  })
  expect(adapted).toMatchObject({ width: 768, height: 384 })
  expect(resets).toEqual([
    { field: 'width', label: 'Width', from: 1024, to: 768 },
    { field: 'height', label: 'Height', from: 512, to: 384 },
  ])
})

test('rounds one side to the step and keeps the other', () => {
  const { values: adapted } = adapt({ limits: { resolution_step: 64 } }, { ...values, width: 1000 })
  expect(adapted).toMatchObject({ width: 1024, height: 512 })
})

test('removes unknown fields and reports those that differ from their default', () => {
  const features = { supports_guidance: false, supports_negative_prompt: false }
  expect(adapt({ features }).resets).toEqual([
    { field: 'negative_prompt', label: 'Negative prompt', from: 'blurry' },
    { field: 'guidance', label: 'Guidance', from: 7 },
  ])
  expect(adapt({ features }, { prompt: 'a fox', guidance: 1, negative_prompt: '' }).resets).toEqual([])
})

test('removes and reports unknown LoRAs and keeps the others', () => {
  const ink = { name: 'ink', weight: 0.5 }
  const oil = { name: 'oil', weight: 1 }
  const some = adapt({ loras: [{ name: 'ink', label: 'Ink' }] }, { prompt: 'a fox', loras: [oil, ink] })
  expect(some.values['loras']).toEqual([ink])
  expect(some.resets).toEqual([{ field: 'loras', label: 'LoRAs', from: [oil, ink], to: [ink] }])
  const none = adapt({}, { prompt: 'a fox', loras: [ink] })
  expect(none.values).not.toHaveProperty('loras')
  expect(none.resets).toEqual([{ field: 'loras', label: 'LoRAs', from: [ink] }])
})

test('changes steps to the only value that the model allows', () => {
  const { values: adapted, resets } = adapt({ limits: { min_steps: 4, max_steps: 4 } })
  expect(adapted['steps']).toBe(4)
  expect(resets).toEqual([{ field: 'steps', label: 'Steps', from: 20, to: 4 }])
})

test('removes an invalid seed, so that a new one is generated', () => {
  const { values: adapted, resets } = adapt({}, { ...values, seed: -2 })
  expect(adapted).not.toHaveProperty('seed')
  expect(resets).toEqual([{ field: 'seed', label: 'Seed', from: -2 }])
})

test('resets values of the wrong type to the default', () => {
  const { values: adapted, resets } = adapt({}, { ...values, steps: 'many', prompt: 3 })
  expect(adapted['steps']).toBe(8)
  expect(resets.map(({ field }) => field)).toEqual(['prompt', 'steps'])
})

test('keeps an invalid webhook address for the user to correct', () => {
  expect(adapt({}, { ...values, webhook_url: 'relay.example' })).toMatchObject({
    values: { webhook_url: 'relay.example' },
    resets: [],
  })
})

test('keeps a negative prompt empty that the user cleared', () => {
  const { values: adapted } = adapt(
    { defaults: { negative_prompt: 'ugly' } },
    { prompt: 'a fox', negative_prompt: '' },
  )
  expect(adapted['negative_prompt']).toBe('')
})

test.each([
  ['steps', videosReplace, 20],
  ['result_format', img2txt, 'json'],
] as const)('the optional value %s that the user cleared stays empty', (name, operation, value) => {
  const form = buildForm(operation, modelRecord({ defaults: { [name]: value } }))
  expect(form.defaults[name]).toBe(value)
  const { values: adapted, resets } = adaptValues(operation, form, { [name]: null })
  expect(adapted[name]).toBeNull()
  expect(resets).toEqual([])
  expect(adaptValues(operation, form, {}).values[name]).toBe(value)
})

test('fills a required number that the user cleared with the default', () => {
  expect(adapt({ defaults: { steps: 4 } }, { prompt: 'a fox', steps: null }).values['steps']).toBe(4)
})

test.each([Infinity, -Infinity, NaN])('replaces %d by the default', (number) => {
  const form = buildForm(aud2video, modelRecord({}))
  const names = ['fps', 'frames', 'guidance', 'width', 'height']
  const adapted = adaptValues(aud2video, form, Object.fromEntries(names.map((name) => [name, number])))
  expect(adapted.values).toMatchObject({ frames: 120, guidance: 1, width: 768, height: 768 })
  expect(checkValues(form, adapted.values).map(({ field }) => field)).not.toContain('fps')
})

test('replaces an infinite weight of a LoRA by the default', () => {
  const form = buildForm(txt2img, modelRecord({ loras: [{ name: 'ink', label: 'Ink' }] }))
  const { values: adapted } = adaptValues(txt2img, form, { loras: [{ name: 'ink', weight: Infinity }] })
  expect(adapted).toMatchObject({ loras: [{ name: 'ink', weight: 1 }] })
})
