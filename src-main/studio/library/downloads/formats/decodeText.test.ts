import { expect, it } from 'vitest'
import { decodeText } from './decodeText.ts'

const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nGrüße, 世界'
const little = Buffer.from(text, 'utf16le')
const mark = Buffer.from('\uFEFF', 'utf16le')

it.each([
  ['UTF-8', Buffer.from(text), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
  ['UTF-16 with a mark', Buffer.concat([mark, little]), 'utf-16le'],
  ['big-endian UTF-16 with a mark', Buffer.concat([mark, little]).swap16(), 'utf-16be'],
  ['UTF-16 without a mark', little, 'utf-16le'],
  ['big-endian UTF-16 without a mark', Buffer.from(little).swap16(), 'utf-16be'],
])('%s is decoded', (_what, bytes, encoding) => {
  expect(decodeText(bytes)).toEqual({ text, encoding })
})

it.each([
  ['zero bytes', Buffer.alloc(20)],
  ['a control character', Buffer.from('a\x01b')],
  ['invalid UTF-8', Buffer.from([0x61, 0xff, 0x62])],
  ['half a character of UTF-16', Buffer.concat([mark, Buffer.from([0x00, 0xd8, 0x61, 0x00])])],
  ['integers of 16 bits', Buffer.from([1, 0, 2, 0, 3, 0])],
])('%s are not text', (_what, bytes) => {
  expect(decodeText(bytes)).toBeNull()
})
