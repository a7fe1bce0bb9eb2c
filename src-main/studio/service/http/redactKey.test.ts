import fc from 'fast-check'
import { expect, it } from 'vitest'
import { redactKey, redactKeyInJson } from './redactKey.ts'

const KEY = '12|sk-live/"ABC"'

it.each([
  ['unencoded', KEY],
  ['as a JSON string', JSON.stringify(KEY)],
  ['with an escaped slash', JSON.stringify(KEY).replace('/', '\\/')],
  ['with an escaped letter', '12|\\u0073k-live/\\"ABC\\"'],
  ['with an escaped letter in upper case', '12\\u007Csk-live/\\"ABC\\"'],
  ['as a JSON string in a JSON string', JSON.stringify(JSON.stringify(KEY))],
  ['with an escaped letter in a JSON string', JSON.stringify('12|\\u0073k-live/\\"ABC\\"')],
  ['percent-encoded', encodeURIComponent(KEY)],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(KEY))],
  ['in HTML with a named quotation mark', KEY.replaceAll('"', '&quot;')],
  ['in HTML in HTML', KEY.replaceAll('"', '&amp;quot;')],
])('hides the key %s', (_, encoded) => {
  expect(redactKey(`before ${encoded} after ${encoded}`, KEY)).toMatch(/^before "?•••|^before (\\*")*•••/)
  expect(redactKey(`x${encoded}`, KEY)).not.toMatch(/live/)
})

it('hides the key in names and in strings at any depth', () => {
  const clean = redactKeyInJson({ [KEY]: [{ a: `Bearer ${KEY}` }, 7, null], b: true }, KEY)
  expect(clean).toEqual({ '•••': [{ a: 'Bearer •••' }, 7, null], b: true })
})

it('hides a text whose escapes complete the key once it is written as JSON', () => {
  for (const before of ['\u0001', '\u0012'])
    for (let missing = 1; missing <= 4; missing++) {
      const text = `${before}${KEY.slice(missing)}`
      expect(JSON.stringify(redactKey(text, KEY))).not.toContain(JSON.stringify(KEY).slice(1, -1))
      expect(JSON.stringify(redactKeyInJson({ [text]: [text] }, KEY))).not.toContain(
        JSON.stringify(KEY).slice(1, -1),
      )
    }
  expect(redactKey(`\u0007${KEY.slice(2)}`, KEY)).toBe(`\u0007${KEY.slice(2)}`)
})

it('hides every JSON encoding of the key', () => {
  const characterEncoding = fc.constantFrom('plain', 'lower', 'upper')
  fc.assert(
    fc.property(
      fc.array(characterEncoding, { minLength: KEY.length, maxLength: KEY.length }),
      (encodings) => {
        const json = `"${Array.from(KEY, (char, n) => encodeCharacter(char, encodings[n] ?? 'plain')).join('')}"`
        expect(JSON.parse(json)).toBe(KEY)
        expect(redactKey(json, KEY)).toBe('"•••"')
      },
    ),
  )
})

function encodeCharacter(char: string, encoding: string): string {
  const code = char.charCodeAt(0).toString(16).padStart(4, '0')
  if (encoding === 'plain') return char === '"' ? '\\"' : char
  return `\\u${encoding === 'upper' ? code.toUpperCase() : code}`
}

it('does not change other text with escapes', () => {
  const text = String.raw`{"a":"50 % \"off\" \u0041 12|sk-liv"}`
  expect(redactKey(text, KEY)).toBe(text)
})

it.each([0, 1, 2, 3])('hides the key in Base64 with %i bytes before it', (before) => {
  const text = Buffer.from(`${'x'.repeat(before)}${KEY}`).toString('base64')
  // The part that depends on at least two bytes of the key.
  const revealing = text.slice(Math.ceil((before * 8) / 6) + 1, -4)
  expect(text).toContain(revealing)
  expect(redactKey(`before ${text}`, KEY)).not.toContain(revealing)
})

it('does not hide a key that is too short', () => {
  expect(redactKey('the word secret', 'secret')).toBe('the word secret')
})
