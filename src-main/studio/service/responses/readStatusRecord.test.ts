import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStatusRecord, readRelativeUrl } from './readStatusRecord.ts'

const read = (data: Record<string, unknown>) => readStatusRecord({ data })
const url = 'https://results.example/7/a.png?signature=x%2Fy'

it('parses the finished job of the specification', () => {
  const alternatives = { jpg: 'https://r.example/a.jpg', webp: 'https://r.example/a.webp' }
  expect(
    read({
      status: 'done',
      progress: 100,
      preview: url,
      result_url: url,
      results_alt_formats: alternatives,
      result: '',
    }),
  ).toEqual({
    phase: 'done',
    word: 'done',
    progress: 100,
    preview: url,
    resultUrl: url,
    alternatives,
    result: '',
    failure: null,
  })
})

it('parses a new job with nulls', () => {
  const nulls = { progress: null, preview: null, result_url: null, results_alt_formats: null, result: null }
  expect(read({ status: 'pending', ...nulls })).toEqual({
    phase: 'running',
    word: 'pending',
    progress: null,
    preview: null,
    resultUrl: null,
    alternatives: {},
    result: null,
    failure: null,
  })
})

it.each([
  ['done', 'done'],
  ['COMPLETED', 'done'],
  [' Success ', 'done'],
  ['error', 'failed'],
  ['failed', 'failed'],
  ['Cancelled', 'failed'],
  ['timed-out', 'failed'],
  ['pending', 'running'],
  ['processing', 'running'],
  ['in_queue', 'running'],
  ['warming up the oven', 'running'],
  ['undone', 'running'],
  ['', 'running'],
])('the status word "%s" means %s', (status, phase) => expect(read({ status })?.phase).toBe(phase))

it.each([
  [42, 42],
  ['45.50', 45.5],
  ['45 %', 45],
  [-3, 0],
  [250, 100],
  [Number.NaN, null],
  ['', null],
  ['half', null],
  [true, null],
  [[50], null],
])('progress %j is %s', (progress, expected) =>
  expect(read({ status: 'processing', progress })?.progress).toBe(expected),
)

describe('a preview', () => {
  it.each([url, 'http://127.0.0.1:4000/p.jpg', 'data:image/jpeg;base64,/9j/4AAQ=='])('may be %s', (preview) =>
    expect(read({ status: 'processing', preview })?.preview).toBe(preview),
  )

  it.each([
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,PGI+',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '/9j/4AAQ==',
    'https://user:pass@host.example/',
    'https://host.example/ and more',
    7,
    {},
  ])('is never %j', (preview) => expect(read({ status: 'processing', preview })?.preview).toBeNull())
})

describe('a result', () => {
  it('may be inline as text or as a JSON value, which becomes text', () => {
    expect(read({ status: 'done', result: 'Hello.' })?.result).toBe('Hello.')
    expect(read({ status: 'done', result: { text: 'Hello.' } })?.result).toBe('{"text":"Hello."}')
    expect(read({ status: 'done', result: [0.25, -1] })?.result).toBe('[0.25,-1]')
  })

  it('may be a URL instead of text', () => {
    expect(read({ status: 'done', result: url })).toMatchObject({ resultUrl: url, result: url })
    expect(read({ status: 'processing', result: url })?.resultUrl).toBeNull()
  })

  it('does not override the result URL', () => {
    expect(read({ status: 'done', result: 'https://b.example/b', result_url: url })?.resultUrl).toBe(url)
  })

  it('keeps eight alternatives of thousands', () => {
    const formats = Array.from({ length: 8_000 }, (_, n) => [`f${n}`, `https://r.example/${n}`])
    const record = read({ status: 'done', results_alt_formats: Object.fromEntries(formats) })
    expect(Object.keys(record?.alternatives ?? {})).toHaveLength(8)
  })

  it('ignores a progress of more than 64 characters', () => {
    expect(read({ status: 'running', progress: `5${' '.repeat(62)}%` })?.progress).toBe(5)
    expect(read({ status: 'running', progress: `5${' '.repeat(64)}%` })?.progress).toBeNull()
  })

  it('keeps only alternatives with a format and a URL', () => {
    const results_alt_formats = { JPG: url, webp: null, '../x': url, png: 'ftp://x.example/', avif: [url] }
    expect(read({ status: 'done', results_alt_formats })?.alternatives).toEqual({ jpg: url })
    expect(read({ status: 'done', results_alt_formats: [] })?.alternatives).toEqual({})
  })
})

describe('a failure', () => {
  it('has a code, a message, a reason and whether it was refunded', () => {
    const failed = {
      status: 'error',
      error_code: 'WORKER_TIMEOUT',
      error_message: 'The worker\ntook too long.',
      error_reason: 'TIMEOUT',
      refunded: true,
      retryable: false,
    }
    expect(read(failed)?.failure).toEqual({
      code: 'WORKER_TIMEOUT',
      message: 'The worker took too long.',
      reason: 'TIMEOUT',
      refunded: true,
      retryable: false,
    })
  })

  it('may have no details', () => {
    const nothing = { code: null, message: null, reason: null, refunded: null, retryable: null }
    expect(read({ status: 'failed' })?.failure).toEqual(nothing)
    expect(read({ status: 'failed', error_message: null, refunded: 'soon' })?.failure).toEqual(nothing)
  })

  it('may be in its own object or string', () => {
    expect(read({ status: 'failed', error: 'No.', refunded: '0' })?.failure).toMatchObject({
      message: 'No.',
      refunded: false,
    })
    expect(read({ status: 'failed', error: { code: 'E1', message: 'No.' } })?.failure).toMatchObject({
      code: 'E1',
      message: 'No.',
    })
  })

  it('shows no markup', () => {
    expect(read({ status: 'failed', error_message: '<b onclick=x>Hi</b>' })?.failure?.message).toBeNull()
  })
})

it('accepts a record without the data wrapper', () => {
  expect(readStatusRecord({ status: 'done', result_url: url })?.resultUrl).toBe(url)
})

it.each([
  undefined,
  null,
  'done',
  [],
  {},
  { data: null },
  { data: [] },
  { data: { progress: 5 } },
  { data: { status: 3 } },
])('returns null for %j', (json) => expect(readStatusRecord(json)).toBeNull())

it('never throws, whatever the service sends', () => {
  const keys = [
    'status',
    'progress',
    'preview',
    'result_url',
    'results_alt_formats',
    'result',
    'error',
    'refunded',
  ]
  const record = fc.dictionary(
    fc.constantFrom(...keys),
    fc.oneof(fc.jsonValue(), fc.constantFrom('done', 'error', url)),
  )
  fc.assert(
    fc.property(record, (data) => {
      const progress = readStatusRecord({ data })?.progress ?? 0
      expect(progress).toBe(Math.min(100, Math.max(0, progress)))
    }),
  )
})

it.each([
  '/results/a.png',
  '/results/a?sign=x:y',
  'results/a.png',
  '../a.png',
  '//cdn.example/a.png',
  'a.png',
])('accepts the relative URL %j', (text) => {
  expect(readRelativeUrl(` ${text}\n`)).toBe(text)
})

it.each([
  '',
  'none',
  'two words/a',
  'javascript:alert(1)',
  'data:image/png;base64,AA',
  'ftp://a/b',
  '\\\\host\\share',
  '//user:secret@host/a',
  7,
  null,
])('rejects %j as a relative URL', (value) => {
  expect(readRelativeUrl(value)).toBeNull()
})

it('accepts a relative URL of a result and of its alternative formats, but not as an inline result', () => {
  const data = {
    status: 'done',
    result_url: '/a.png',
    results_alt_formats: { jpg: '/a.jpg' },
    result: '/etc',
  }
  expect(readStatusRecord({ data })).toMatchObject({
    resultUrl: '/a.png',
    alternatives: { jpg: '/a.jpg' },
    result: '/etc',
  })
  expect(readStatusRecord({ data: { status: 'done', result: '/etc' } })?.resultUrl).toBeNull()
})
