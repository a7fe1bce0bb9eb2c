import { setImmediate } from 'node:timers/promises'
import { countTokens, embedText } from '../../media/embedText.ts'
import { returnInResponse, model, webhookUrl } from '../fields.ts'
import type { Fields, Operation } from '../Operation.ts'
import type { Rule } from '../Rule.ts'

const input: Rule = { field: 'input', kind: 'texts', required: true }

const MAX_ITEMS = 2048

/** JSON with one text or a list. The result is an array for one text and an object for a list (service.md §Embeddings). */
export const txt2embedding: Operation = {
  type: 'txt2embedding',
  path: 'txt2embedding',
  encoding: 'json',
  rules: [input, model, returnInResponse, webhookUrl],
  pricePath: 'txt2embedding/price-calculation',
  priceRules: [input, model],
  check: (fields, model) => {
    const texts = readTexts(fields)
    const tokens = texts.map(countTokens)
    const maxEach = Number(model.limits?.max_input_tokens ?? Infinity)
    const maxTotal = Number(model.limits?.max_total_tokens ?? Infinity)
    if (texts.length > MAX_ITEMS) {
      return { input: [`The input field must not have more than ${String(MAX_ITEMS)} items.`] }
    }
    const tooLong = tokens.findIndex((count) => count > maxEach)
    if (tooLong >= 0) {
      const field = Array.isArray(fields.input) ? `input.${String(tooLong)}` : 'input'
      return { [field]: [`The ${field} field must not be greater than ${String(maxEach)} tokens.`] }
    }
    const total = tokens.reduce((sum, count) => sum + count, 0)
    return total > maxTotal
      ? { input: [`The input field must not exceed ${String(maxTotal)} tokens in total.`] }
      : {}
  },
  plan: ({ fields }) => ({
    input: JSON.stringify(readTexts(fields)),
    several: Array.isArray(fields.input),
    tokens: readTexts(fields).reduce((sum, text) => sum + countTokens(text), 0),
    inline: fields.return_result_in_response === true || fields.return_result_in_response === 1,
  }),
  units: (plan) => Number(plan.tokens),
  hasTextResult: true,
  formats: () => ({ main: 'json', alternatives: [] }),
  generate: async (plan) => {
    const input: unknown = JSON.parse(String(plan.input))
    const directions = new Map<string, Float32Array>()
    const vectors: number[][] = []
    for (const text of Array.isArray(input) ? input : []) {
      if (vectors.length % 16 === 0) await setImmediate()
      vectors.push(embedText(String(text), directions))
    }
    const result = plan.several === true ? { embeddings: vectors } : vectors
    return { bytes: Buffer.from(JSON.stringify(result)), mime: 'application/json' }
  },
}

function readTexts({ input }: Fields): string[] {
  return (Array.isArray(input) ? input : [input]).map(String)
}
