import { expect, test } from 'vitest'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { applyPresetValues, valuesOfPreset } from './presetValues.ts'

const base = { required: false, section: 'main' } as const
const form: Form = {
  operation: 'paint',
  model: { slug: 'one', name: 'One' },
  defaults: { steps: 4, width: 512, height: 512 },
  fields: [
    { ...base, kind: 'text', name: 'prompt', label: 'Prompt', multiline: true, required: true },
    { ...base, kind: 'text', name: 'negative_prompt', label: 'Negative prompt', multiline: true },
    { ...base, kind: 'integer', name: 'steps', label: 'Steps', min: 1, max: 20 },
    { ...base, kind: 'size', name: 'size', label: 'Size', width: {}, height: {}, presets: [] },
    {
      ...base,
      kind: 'file',
      name: 'image',
      label: 'Image',
      media: ['image'],
      formats: ['png'],
      min: 0,
      max: 1,
      record: false,
    },
    { ...base, kind: 'seed', name: 'seed', label: 'Seed', min: 0, max: 99 },
  ],
}
const values = {
  prompt: 'a fox',
  negative_prompt: 'blur',
  steps: 4,
  width: 640,
  height: 512,
  image: ['asset'],
  seed: 7,
  of_another_model: 1,
}

test('a preset keeps everything that is sent except seed and files', () => {
  expect(valuesOfPreset(form, values, [], { withPrompt: true, withModel: true })).toEqual({
    prompt: 'a fox',
    negative_prompt: 'blur',
    steps: 4,
    width: 640,
    height: 512,
  })
})

test('a preset without a model leaves out its defaults, and one without a prompt leaves out the prompt', () => {
  expect(valuesOfPreset(form, values, [], { withPrompt: false, withModel: false })).toEqual({
    negative_prompt: 'blur',
    width: 640,
    height: 512,
  })
})

test('a preset replaces all parameters except the seed and files', () => {
  const preset = { values: { prompt: 'an owl', steps: 8 } }
  expect(applyPresetValues(form, values, preset)).toEqual({
    prompt: 'an owl',
    steps: 8,
    image: ['asset'],
    seed: 7,
  })
})

test('a preset without a prompt keeps the prompt of the form', () => {
  expect(applyPresetValues(form, values, { values: { steps: 8 } })).toEqual({
    prompt: 'a fox',
    steps: 8,
    image: ['asset'],
    seed: 7,
  })
})
