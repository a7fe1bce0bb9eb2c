import { expect, it } from 'vitest'
import { readStatusRecord } from '../responses/readStatusRecord.ts'
import { relativeUrl } from './relativeUrl.ts'

it.each([
  '/results/a.png',
  '/results/a?sign=x:y',
  'results/a.png',
  '../a.png',
  '//cdn.example/a.png',
  'a.png',
])('accepts the relative URL %j', (text) => {
  expect(relativeUrl(` ${text}\n`)).toBe(text)
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
])('rejects %j', (value) => {
  expect(relativeUrl(value)).toBeNull()
})

it('is accepted as the URL of a result and of its alternative formats, but not from an inline result', () => {
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
