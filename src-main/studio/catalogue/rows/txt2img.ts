import type { Operation, RangeRule } from '../Operation.ts'
import { sharedRows } from './sharedRows.ts'

const side = (name: 'width' | 'height'): RangeRule => ({
  limits: { min: `min_${name}`, max: `max_${name}`, step: 'resolution_step' },
  bounds: { min: 256, max: 2048 },
  sane: { min: 1, max: 16_384 },
})

/** Text to image (spec.md §POST txt2img, facts.md §1.2). */
export const txt2img: Operation = {
  id: 'txt2img',
  types: ['txt2img'],
  name: 'Text to image',
  group: 'image',
  path: 'txt2img',
  encoding: 'json',
  // An address to report to is no part of what a job costs, and a half-typed one would be refused.
  price: { path: 'txt2img/price-calculation', encoding: 'json', without: ['webhook_url'] },
  title: 'prompt',
  fields: [
    {
      kind: 'text',
      name: 'prompt',
      label: 'Prompt',
      section: 'main',
      required: true,
      priced: false,
      standIn: 'a picture',
      multiline: true,
      placeholder: 'What do you want to see?',
    },
    {
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
    },
    {
      // Not narrowed by `supports_custom_output_size`: without an input picture the service always wants a size.
      kind: 'size',
      name: 'size',
      label: 'Size',
      section: 'main',
      required: true,
      priced: true,
      width: side('width'),
      height: side('height'),
      default: { width: { key: 'width', value: 1024 }, height: { key: 'height', value: 1024 } },
    },
    {
      kind: 'integer',
      name: 'steps',
      label: 'Steps',
      section: 'main',
      required: true,
      priced: true,
      feature: 'supports_steps',
      range: {
        limits: { min: 'min_steps', max: 'max_steps' },
        bounds: { min: 1, max: 50 },
        sane: { min: 1, max: 1000 },
      },
      default: { key: 'steps', value: 8 },
    },
    {
      // Optional by the spec, required by the live service: always sent.
      kind: 'number',
      name: 'guidance',
      label: 'Guidance',
      section: 'main',
      required: true,
      priced: false,
      feature: 'supports_guidance',
      unsupported: 0,
      range: {
        limits: { min: 'min_guidance', max: 'max_guidance' },
        bounds: { min: 0, max: 20 },
        sane: { min: 0, max: 100 },
      },
      default: { key: 'guidance', value: 1 },
    },
    sharedRows.seed,
    {
      kind: 'loras',
      name: 'loras',
      label: 'LoRAs',
      section: 'main',
      required: false,
      priced: true,
      weight: { min: 0, max: 2, step: 0.05, default: 1 },
    },
    sharedRows.webhook,
  ],
}
