import { readSigns } from '../texts/readSigns.ts'
import { image, inResponse, model, webhookUrl } from './fields.ts'
import { inputSize } from './inputSize.ts'
import type { Operation } from './Operation.ts'
import { megapixels } from './pictureOrder.ts'
import type { Rule } from './rules.ts'
import { textField } from './textField.ts'

const about: Rule[] = [
  model,
  { field: 'language', kind: 'text' },
  { field: 'format', kind: 'choice', choices: ['text', 'json'] },
]

/** facts.md §1.6: priced by the input's pixels; language and format do not matter. */
export const img2txt: Operation = {
  type: 'img2txt',
  path: 'img2txt',
  encoding: 'form',
  rules: [image, ...about, inResponse, webhookUrl],
  pricePath: 'img2txt/price-calculation',
  priceRules: [...about, ...inputSize.rules],
  check: inputSize.check,
  plan: (input) => ({
    ...inputSize.plan(input),
    format: textField(input.fields, 'format', 'text'),
    inline: [true, 1].some((yes) => input.fields.return_result_in_response === yes),
  }),
  units: megapixels,
  analysis: true,
  formats: (plan) => ({ main: plan.format === 'json' ? 'json' : 'txt', alternatives: [] }),
  make: async (plan, format) => {
    const lines = readSigns(String(plan.input), Number(plan.width), Number(plan.height))
    const text = lines.map((line) => line.text).join('\n')
    if (format === 'json') {
      return { bytes: Buffer.from(JSON.stringify({ text, lines })), mime: 'application/json' }
    }
    return { bytes: Buffer.from(text), mime: 'text/plain; charset=utf-8' }
  },
}
