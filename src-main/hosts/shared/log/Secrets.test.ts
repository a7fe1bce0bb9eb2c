import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Secrets } from './Secrets.ts'

const KEYS = [
  '12|plain-key+1/2=',
  'with"quote-and\\slash\\',
  '<html>&\'key"',
  'żółw-ключ-🐢-key',
  '12|a"b\\c<d>&e/ż',
]

const secretsWith = (...keys: string[]): Secrets => {
  const secrets = new Secrets()
  for (const key of keys) secrets.add(key)
  return secrets
}

const unicodeEscaped = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
const htmlEscaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&#x3E;')

const dresses: Record<string, (key: string) => string> = {
  plain: (key) => key,
  'as JSON': inJson,
  'as JSON in JSON in JSON': (key) => inJson(inJson(inJson(key))),
  'with escaped slashes': (key) => inJson(key).replaceAll('/', '\\/'),
  'all in unicode escapes': unicodeEscaped,
  'partly in unicode escapes': (key) => unicodeEscaped(key.slice(0, 2)) + inJson(key.slice(2)),
  'in a URL': encodeURIComponent,
  'in a URL in a URL': (key) => encodeURIComponent(encodeURIComponent(key)),
  'as a form field': (key) => new URLSearchParams({ k: key }).toString().slice(2),
  'in HTML': htmlEscaped,
  'in Base64': (key) => Buffer.from(key).toString('base64'),
  'in Base64 for URLs': (key) => Buffer.from(key).toString('base64url'),
  'in Base64 behind one letter': (key) => Buffer.from(`a${key} and more`).toString('base64'),
  'in Base64 behind two letters': (key) => Buffer.from(`ab${key} and more`).toString('base64'),
  'in hexadecimal': (key) => Buffer.from(key).toString('hex').toUpperCase(),
}

describe.each(KEYS)('the secret %j', (key) => {
  it.each(Object.keys(dresses))('is redacted %s', (name) => {
    const dressed = dresses[name]?.(key) ?? ''
    const clean = secretsWith(key).redactText(`before ${dressed} after`)
    // The ends of a Base64 text are shared with what stands beside the secret.
    const core = dressed.slice(4, -16)
    expect(clean).toContain('[redacted]')
    if (core.length > 4) expect(clean).not.toContain(core)
    expect(clean).toMatch(/^before .* after$/s)
  })
})

it('does not change other texts', () => {
  const secrets = secretsWith(...KEYS)
  const text = 'A lighthouse at dusk, 12|plain, "quoted", C:\\temp\\x, 100 %, &amp; 🐢'
  expect(secrets.redactText(text)).toBe(text)
})

it('ignores a secret that is too short', () => {
  expect(secretsWith('a', 'key').redactText('a key')).toBe('a key')
})

it('redacts any secret in any JSON, and leaves the JSON readable', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 6, maxLength: 40 }),
      fc.string(),
      fc.string(),
      (key, before, after) => {
        const secrets = secretsWith(key)
        const value = { error: { [`x${key}`]: [before + key + after], n: 1, none: null } }
        const clean = JSON.stringify(secrets.redactProblems(value))
        expect(clean).not.toContain(inJson(key).slice(1, -1).padEnd(4, '\u0000'))
        expect(JSON.parse(clean)).toMatchObject({ error: { n: 1, none: null } })
      },
    ),
  )
})

it('redacts problems sent to a window, but nothing that the user wrote', () => {
  const secrets = secretsWith('testing-key')
  const response = {
    ok: true,
    data: { jobs: [{ prompt: 'my testing-key', problem: { serviceWords: 'bad testing-key', code: 'x' } }] },
  }
  expect(secrets.redactProblems(response)).toEqual({
    ok: true,
    data: { jobs: [{ prompt: 'my testing-key', problem: { serviceWords: 'bad [redacted]', code: 'x' } }] },
  })
  expect(response.data.jobs[0]?.problem.serviceWords).toBe('bad testing-key')
})

it('returns the same value if there is nothing to redact', () => {
  const value = { error: { code: 'x' } }
  expect(secretsWith('testing-key').redactProblems(value)).toBe(value)
})

it.each([
  '\\'.repeat(200_000),
  '%25'.repeat(70_000),
  '&amp;#0000'.repeat(20_000),
  'with"quote-and'.repeat(15_000),
])('processes a long text of partial secrets in linear time', (text) => {
  expect(secretsWith(...KEYS).redactText(text)).toBe(text)
})
