import { setImmediate } from 'node:timers/promises'
import { countTokens, embedText } from '../texts/embedText.ts'
import { inResponse, model, webhookUrl } from './fields.ts'
import type { Fields, Operation } from './Operation.ts'
import type { Rule } from './rules.ts'

const input: Rule = { field: 'input', kind: 'texts', required: true }

const MOST_ITEMS = 2048

/** facts.md §1.5: JSON, one text or a list of them; one gives a bare array, a list an object. */
export const txt2embedding: Operation = {
  type: 'txt2embedding',
  path: 'txt2embedding',
  encoding: 'json',
  rules: [input, model, inResponse, webhookUrl],
  pricePath: 'txt2embedding/price-calculation',
  priceRules: [input, model],
  check: (fields, model) => {
    const texts = textsOf(fields)
    const tokens = texts.map(countTokens)
    const each = Number(model.limits?.max_input_tokens ?? Infinity)
    const all = Number(model.limits?.max_total_tokens ?? Infinity)
    if (texts.length > MOST_ITEMS) {
      return { input: [`The input field must not have more than ${String(MOST_ITEMS)} items.`] }
    }
    const long = tokens.findIndex((count) => count > each)
    if (long >= 0) {
      const field = Array.isArray(fields.input) ? `input.${String(long)}` : 'input'
      return { [field]: [`The ${field} field must not be greater than ${String(each)} tokens.`] }
    }
    const total = tokens.reduce((sum, count) => sum + count, 0)
    return total > all ? { input: [`The input field must not exceed ${String(all)} tokens in total.`] } : {}
  },
  plan: ({ fields }) => ({
    input: JSON.stringify(textsOf(fields)),
    several: Array.isArray(fields.input),
    tokens: textsOf(fields).reduce((sum, text) => sum + countTokens(text), 0),
    inline: fields.return_result_in_response === true || fields.return_result_in_response === 1,
  }),
  units: (plan) => Number(plan.tokens),
  analysis: true,
  formats: () => ({ main: 'json', alternatives: [] }),
  make: async (plan) => {
    const given: unknown = JSON.parse(String(plan.input))
    const known = new Map<string, Float32Array>()
    const vectors: number[][] = []
    for (const text of Array.isArray(given) ? given : []) {
      if (vectors.length % 16 === 0) await setImmediate()
      vectors.push(embedText(String(text), known))
    }
    const result = plan.several === true ? { embeddings: vectors } : vectors
    return { bytes: Buffer.from(JSON.stringify(result)), mime: 'application/json' }
  },
}

function textsOf({ input }: Fields): string[] {
  return (Array.isArray(input) ? input : [input]).map(String)
}
