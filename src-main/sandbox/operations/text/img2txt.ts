import { extractText } from '../../media/texts/extractText.ts'
import { image, inResponse, model, textField, webhookUrl } from '../fields.ts'
import { pricedByImage } from '../image/pricedByImage.ts'
import type { Operation } from '../Operation.ts'
import { megapixels } from '../image/imagePlan.ts'
import type { Rule } from '../rules.ts'

const commonRules: Rule[] = [
  model,
  { field: 'language', kind: 'text' },
  { field: 'format', kind: 'choice', choices: ['text', 'json'] },
]

/** Priced by the input's pixels alone (service.md §Transcription, OCR and image tools). */
export const img2txt: Operation = {
  type: 'img2txt',
  path: 'img2txt',
  encoding: 'form',
  rules: [image, ...commonRules, inResponse, webhookUrl],
  pricePath: 'img2txt/price-calculation',
  priceRules: [...commonRules, ...pricedByImage.rules],
  check: pricedByImage.check,
  plan: (input) => ({
    ...pricedByImage.plan(input),
    format: textField(input.fields, 'format', 'text'),
    inline: [true, 1].some((flag) => input.fields.return_result_in_response === flag),
  }),
  units: megapixels,
  hasTextResult: true,
  formats: (plan) => ({ main: plan.format === 'json' ? 'json' : 'txt', alternatives: [] }),
  make: async (plan, format) => {
    const lines = extractText(String(plan.input), Number(plan.width), Number(plan.height))
    const text = lines.map((line) => line.text).join('\n')
    if (format === 'json') {
      return { bytes: Buffer.from(JSON.stringify({ text, lines })), mime: 'application/json' }
    }
    return { bytes: Buffer.from(text), mime: 'text/plain; charset=utf-8' }
  },
}
