import type { Random } from './Random.ts'

/** The key of the fuzzed connection: sent by the service, but never to be written to disk or sent to the window. */
export const KEY = '77|sk-live/"fuzz"-0123456789'

const TEXTS = [
  '',
  ' ',
  'null',
  'done',
  '\u0000',
  '\ud800',
  '\u202Egnp.exe',
  '__proto__',
  'constructor',
  '../../../outside/secret.txt',
  '..%2f..%2foutside%2fsecret.txt',
  '/etc/passwd',
  'C:\\Windows\\win.ini',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  'https://user:pass@r.example/a.png',
  'https://r.example/a.png',
  'data:image/png;base64,AAAA',
  '<script>alert(1)</script>',
  '00:00:01,000 --> 00:00:02,000\nwords',
  '[00:01 --> 00:02] words',
  '1e999',
  '-1',
  '0.1234567890123456789',
] as const

/** Short texts that slow down parsers when repeated. */
const PIECES = [
  '1',
  ' ',
  '<v ',
  '<b',
  '%',
  '\\',
  '"',
  '[',
  '{"a":',
  '\n#',
  ': ',
  '-->',
  '[00:01',
  ',',
  ';',
  'speaker 1',
] as const

/** One hostile value of any kind. */
export function createHostileValue(random: Random, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 6 : 9)
  if (kind === 0) return random.pick([null, true, false, undefined])
  if (kind === 1) return random.pick([0, -0, -1, 1.5, 2 ** 53, 1e308, 1e-320, Number.NaN, Infinity])
  if (kind <= 3) return random.pick(TEXTS)
  if (kind === 4) return repeatPiece(random)
  if (kind === 5) return `${random.pick(TEXTS)}${KEY}${random.pick(TEXTS)}`
  // Far deeper than any limit of Easel, but not too deep for the functions that hide the key in inputs.
  if (kind === 6) return nested(random.below(random.chance(0.01) ? 1_500 : 40))
  const isLong = depth === 0 && random.chance(0.02)
  const items = Array.from({ length: random.below(isLong ? 3_000 : 4) }, () =>
    createHostileValue(random, isLong ? 4 : depth + 1),
  )
  return kind === 7
    ? items
    : Object.fromEntries(items.map((item, n) => [random.chance(0.2) ? KEY : `k${n}`, item]))
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let n = 0; n < depth; n++) value = n % 2 === 0 ? [value] : { a: value }
  return value
}

/** A piece repeated up to 200 times, or rarely up to 100,000 times. */
export const repeatPiece = (random: Random): string =>
  random.pick(PIECES).repeat(random.below(random.chance(0.002) ? 100_000 : 200))

/** The value as JSON, sometimes with unnecessary escapes. */
export function toJson(value: unknown, random: Random): string {
  const text = stringify(value)
  if (random.chance(0.7)) return text
  // Only strings, not the `s` of `false`.
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, (string) =>
    string.replaceAll('/', String.raw`\/`).replaceAll('s', String.raw`\u0073`),
  )
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return '{"tooDeep":true}'
  }
}

/** A copy of a JSON value with some parts replaced or removed. */
export function mutate(value: unknown, random: Random): unknown {
  if (random.chance(0.08)) return createHostileValue(random)
  if (Array.isArray(value))
    return value.flatMap((item) => (random.chance(0.05) ? [] : [mutate(item, random)]))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(() => !random.chance(0.05))
  return Object.fromEntries(
    entries.map(([name, inner]) => [random.chance(0.02) ? KEY : name, mutate(inner, random)]),
  )
}

/** A text with characters removed, inserted, replaced, repeated or cut off. */
export function mutateText(text: string, random: Random): string {
  const at = random.below(text.length + 1)
  const kind = random.below(5)
  if (kind === 0) return text.slice(0, at)
  if (kind === 1) return `${text.slice(0, at)}${repeatPiece(random)}${text.slice(at)}`
  if (kind === 2) return `${text.slice(0, at)}${random.pick(TEXTS)}${text.slice(at + 1)}`
  if (kind === 3) return text.slice(0, at) + text.slice(at + 1 + random.below(20))
  return `${text.slice(0, at)}${text}${text.slice(at)}`
}
