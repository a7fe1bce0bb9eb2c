import { createDice, hashText } from '../random.ts'

export const DIMENSIONS = 1024

/** Words that belong together, so that their texts do. */
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
const COMMON = /^(a|an|the|of|to|in|on|at|is|are|was|and|or|it|its|for|with|by|as|this|that|be|from)$/

/** A unit vector of a text: texts that share words, parts of words or topics lie near each other. */
export function embedText(text: string, known: Map<string, Float32Array>): number[] {
  const sum = new Float32Array(DIMENSIONS)
  const add = (feature: string, weight: number) => {
    const direction = directionOf(feature, known)
    for (let i = 0; i < DIMENSIONS; i += 1) sum[i] = sum[i]! + direction[i]! * weight
  }
  add('every text', 0.25)
  for (const word of wordsOf(text)) {
    const weight = COMMON.test(word) ? 0.15 : 1
    add(`word ${stemOf(word)}`, weight)
    const topic = TOPICS.findIndex((pattern) => pattern.test(word))
    if (topic >= 0) add(`topic ${String(topic)}`, 0.8)
    if (weight < 1) continue
    for (let at = 0; at + 3 <= word.length; at += 1) add(word.slice(at, at + 3), 0.12)
  }
  const norm = Math.hypot(...sum)
  return Array.from(sum, (value) => Math.round((value / norm) * 1e7) / 1e7)
}

/** As a language model counts, about: short words one, long ones a few; other scripts by the letter. */
export function countTokens(text: string): number {
  let tokens = 0
  for (const word of text.match(/[\p{Script=Latin}\p{N}'’-]+|[^\s]/gu) ?? [])
    tokens += Math.ceil(word.length / 6)
  return Math.max(1, tokens)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(ies|ing|ed|es|s)$/, '') : word
}

/** A direction of its own for each feature, the same every time. */
function directionOf(feature: string, known: Map<string, Float32Array>): Float32Array {
  const found = known.get(feature)
  if (found) return found
  const dice = createDice(hashText(feature))
  const made = Float32Array.from({ length: DIMENSIONS }, () => dice() + dice() + dice() + dice() - 2)
  if (known.size < 20_000) known.set(feature, made)
  return made
}
