import { setImmediate } from 'node:timers/promises'
import { returnInResponse, model, webhookUrl } from './fields.ts'
import type { Fields, Operation, Rule } from './Operation.ts'
import { createRandom, hashText } from '../random.ts'

const input: Rule = { field: 'input', kind: 'texts', required: true }

/** The maximum number of texts in one request. */
const MAX_ITEMS = 2048

/**
 * JSON with one text or a list. The result is an array of vectors for one text and an object for a list: two of the forms in service.md
 * §Embeddings.
 */
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
    isList: Array.isArray(fields.input),
    tokens: readTexts(fields).reduce((sum, text) => sum + countTokens(text), 0),
    inline: fields.return_result_in_response === true || fields.return_result_in_response === 1,
  }),
  countUnits: (plan) => Number(plan.tokens),
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
    const result = plan.isList === true ? { embeddings: vectors } : vectors
    return { bytes: Buffer.from(JSON.stringify(result)), mime: 'application/json' }
  },
}

function readTexts({ input }: Fields): string[] {
  return (Array.isArray(input) ? input : [input]).map(String)
}

/** Length of the vectors. */
const DIMENSIONS = 1024

/** Beginnings of words by topic. Texts about the same topic get similar vectors. */
const TOPICS = [
  /^(sea|ocean|coast|lighthous|harbour|harbor|wave|ship|boat|sail|beach|island|tide|port)/,
  /^(mountain|alp|peak|hill|valley|cliff|snow|ski|climb|glacier)/,
  /^(forest|tree|wood|pine|leaf|leav|garden|flower|plant|moss)/,
  /^(cit|street|building|hous|tower|road|bridge|town|train|car)/,
  /^(music|song|piano|guitar|melod|sing|drum|sound|concert)/,
  /^(cat|dog|bird|horse|animal|fox|wolf|fish|gull)/,
  /^(sun|dawn|dusk|morn|evening|night|star|moon|light|sky)/,
  /^(price|money|cost|pay|dollar|bill|bank|buy|sell|cheap)/,
  /^(write|book|read|letter|story|poem|word|text|novel)/,
  /^(food|eat|bread|cook|soup|fruit|apple|kitchen|coffee|tea)/,
]
/** Words with a low weight. */
const STOP_WORDS = /^(a|an|the|of|to|in|on|at|is|are|was|and|or|it|its|for|with|by|as|this|that|be|from)$/

/**
 * A unit vector for a text, as a weighted sum of the directions of its features. Texts that share words, parts of words or topics get
 * similar vectors.
 */
function embedText(text: string, directions: Map<string, Float32Array>): number[] {
  const sum = new Float32Array(DIMENSIONS)
  const add = (feature: string, weight: number) => {
    const direction = findDirection(feature, directions)
    for (let i = 0; i < DIMENSIONS; i += 1) sum[i] = sum[i]! + direction[i]! * weight
  }
  add('every text', 0.25)
  for (const word of splitWords(text)) {
    const weight = STOP_WORDS.test(word) ? 0.15 : 1
    add(`word ${stem(word)}`, weight)
    const topic = TOPICS.findIndex((pattern) => pattern.test(word))
    if (topic >= 0) add(`topic ${String(topic)}`, 0.8)
    if (weight < 1) continue
    for (let offset = 0; offset + 3 <= word.length; offset += 1) add(word.slice(offset, offset + 3), 0.12)
  }
  const norm = Math.hypot(...sum)
  return Array.from(sum, (value) => Math.round((value / norm) * 1e7) / 1e7)
}

/** Approximate number of tokens: one for a short word, several for a long one, one per letter in other scripts. */
function countTokens(text: string): number {
  let tokens = 0
  for (const word of text.match(/[\p{Script=Latin}\p{N}'’-]+|[^\s]/gu) ?? [])
    tokens += Math.ceil(word.length / 6)
  return Math.max(1, tokens)
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(ies|ing|ed|es|s)$/, '') : word
}

/** About 80 MB. */
const MAX_CACHED_DIRECTIONS = 20_000

/** A pseudo-random direction for a feature, cached in `directions`. */
function findDirection(feature: string, directions: Map<string, Float32Array>): Float32Array {
  const cached = directions.get(feature)
  if (cached) return cached
  const random = createRandom(hashText(feature))
  const created = Float32Array.from(
    { length: DIMENSIONS },
    () => random() + random() + random() + random() - 2,
  )
  if (directions.size < MAX_CACHED_DIRECTIONS) directions.set(feature, created)
  return created
}
