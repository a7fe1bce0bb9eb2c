import { expect, it } from 'vitest'
import { decodeDataUri } from './decodeDataUri.ts'

it.each([
  ['data:image/png;base64,AAEC', [0, 1, 2]],
  ['DATA:;base64,AAEC', [0, 1, 2]],
  ['data:image/png;base64,AA%2BC', [0, 15, 130]],
  ['data:image/png; base64 ,AA EC\n', [0, 1, 2]],
  ['data:,a%20b', [97, 32, 98]],
  ['data:text/plain;charset=utf-8,ü', [195, 188]],
  ['data:,%ff', [255]],
  ['data:,', []],
])('decodes %s', (uri, bytes) => {
  expect([...(decodeDataUri(uri, 10) ?? [])]).toEqual(bytes)
})

it.each(['data:image/png;base64', 'https://host.example/,', 'data:;base64,A!B', 'data:,%f', ''])(
  '%s is rejected',
  (uri) => {
    expect(decodeDataUri(uri, 10)).toBeNull()
  },
)

it('a data: URI over the limit is rejected', () => {
  expect(decodeDataUri('data:,12345678901', 10)).toBeNull()
  expect(decodeDataUri(`data:;base64,${'A'.repeat(1000)}`, 10)).toBeNull()
})
