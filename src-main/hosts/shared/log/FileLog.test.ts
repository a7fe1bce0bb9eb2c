import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { FileLog, Secrets } from './FileLog.ts'
import { temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'
import fc from 'fast-check'

let folder: string
const text = (name = 'easel.log'): string => readFileSync(join(folder, name), 'utf8')

describe('FileLog', () => {
  beforeEach(() => {
    folder = temporaryFolder()
  })

  it('writes no known secret, in any encoding', () => {
    const log = new FileLog(folder)
    log.addSecret('s3cr3t/key+1')
    log.info('connected with s3cr3t/key+1', { url: `https://x/?k=${encodeURIComponent('s3cr3t/key+1')}` })
    log.error('failed', { error: new Error('Authorization was s3cr3t/key+1') })
    expect(text()).not.toContain('s3cr3t')
  })

  it.each(['12|a"quoted"key', 'back\\slash\\key\\', 'line\nbreak-key', 'ключ-żółw-key'])(
    'never writes the secret %j, not even with its characters escaped',
    (secret) => {
      const log = new FileLog(folder)
      log.addSecret(secret)
      const nested = JSON.stringify({ message: `Unknown key ${secret}` })
      log.warn(`refused ${secret}`, { [secret]: 1, body: nested, error: new Error(secret), list: [[secret]] })
      const escaped = JSON.stringify(secret).slice(1, -1)
      for (const form of [secret, escaped, JSON.stringify(escaped).slice(1, -1)])
        expect(text()).not.toContain(form)
      expect(text()).toContain('Unknown key [redacted]')
    },
  )

  it('hides members that are named like a secret, and bearer tokens in any text', () => {
    const log = new FileLog(folder)
    log.warn('response', {
      headers: { Authorization: 'abc123xyz' },
      apiKey: 'abc123xyz',
      note: 'Bearer abc123xyz',
    })
    expect(text()).not.toContain('abc123xyz')
  })

  it('keeps one event on one line, with the stack and cause of its error', () => {
    const log = new FileLog(folder)
    log.error('broken\nforged line', { error: new Error('why', { cause: new Error('because') }) })
    expect(text().trimEnd().split('\n')).toHaveLength(1)
    expect(text()).toContain('FileLog.test.ts')
    expect(text()).toContain('because')
  })

  it('rotates when full and keeps a maximum number of files', () => {
    const log = new FileLog(folder, 200, 2)
    for (let number = 0; number < 20; number += 1) log.info(`event ${number} ${'x'.repeat(60)}`)
    expect(readdirSync(folder).sort()).toEqual(['easel.1.log', 'easel.2.log', 'easel.log'])
    expect(text()).toContain('event 19')
    expect(text().length).toBeLessThanOrEqual(200)
  })

  it('keeps files of lines with non-ASCII characters within the maximum size', () => {
    const log = new FileLog(folder, 300, 2)
    for (let number = 0; number < 4; number += 1) log.info(`event ${number} ${'ż'.repeat(60)}`)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(300)
  })

  it('appends to the file of the last session', () => {
    new FileLog(folder).info('first run')
    new FileLog(folder).info('second run')
    expect(text()).toContain('first run')
    expect(text()).toContain('second run')
  })

  it('does not fail if the folder cannot be created', () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    new FileLog(join(file, 'logs')).info('still alive')
    expect(stderr).toHaveBeenCalledWith(expect.stringContaining('still alive'))
    stderr.mockRestore()
  })
})

it.skipIf(process.platform === 'win32')('in a folder that can’t be read writes to stderr', () => {
  const loop = join(temporaryFolder(), 'logs')
  symlinkSync(loop, loop)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  new FileLog(loop).info('started')
  expect(written).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('started'))
})

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

const encodings: Record<string, (key: string) => string> = {
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
  'in Base64 after one letter': (key) => Buffer.from(`a${key} and more`).toString('base64'),
  'in Base64 after two letters': (key) => Buffer.from(`ab${key} and more`).toString('base64'),
  'in hexadecimal': (key) => Buffer.from(key).toString('hex').toUpperCase(),
}

describe.each(KEYS)('the secret %j', (key) => {
  it.each(Object.keys(encodings))('is redacted %s', (name) => {
    const encoded = encodings[name]?.(key) ?? ''
    const clean = secretsWith(key).redactText(`before ${encoded} after`)
    // The first and last characters of Base64 also encode the text beside the secret.
    const core = encoded.slice(4, -16)
    expect(clean).toContain('[redacted]')
    if (core.length > 4) expect(clean).not.toContain(core)
    expect(clean).toMatch(/^before .* after$/s)
  })
})

it('leaves a text without a secret unchanged', () => {
  const secrets = secretsWith(...KEYS)
  const text = 'A lighthouse at dusk, 12|plain, "quoted", C:\\temp\\x, 100 %, &amp; 🐢'
  expect(secrets.redactText(text)).toBe(text)
})

it('ignores a secret that is too short', () => {
  expect(secretsWith('a', 'key').redactText('a key')).toBe('a key')
})

it('redacts any secret in any JSON, and leaves the JSON valid', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 6, maxLength: 40 }),
      fc.string(),
      fc.string(),
      (key, before, after) => {
        // Without its ends, so that a partly redacted secret is found, too.
        const middle = key.slice(1, -1)
        fc.pre(
          ![before, after, '"error":{"n":1,"none":null,"x[redacted]":'].some((text) => text.includes(middle)),
        )
        const secrets = secretsWith(key)
        const value = { error: { [`x${key}`]: [before + key + after], n: 1, none: null } }
        const clean = JSON.stringify(secrets.redactProblems(value))
        expect(clean).not.toContain(inJson(middle))
        expect(JSON.parse(clean)).toMatchObject({ error: { n: 1, none: null } })
      },
    ),
  )
})

it('redacts problems sent to a window, but nothing that the user wrote', () => {
  const secrets = secretsWith('testing-key')
  const response = {
    ok: true,
    data: { jobs: [{ prompt: 'my testing-key', problem: { serviceMessage: 'bad testing-key', code: 'x' } }] },
  }
  expect(secrets.redactProblems(response)).toEqual({
    ok: true,
    data: { jobs: [{ prompt: 'my testing-key', problem: { serviceMessage: 'bad [redacted]', code: 'x' } }] },
  })
  expect(response.data.jobs[0]?.problem.serviceMessage).toBe('bad testing-key')
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
