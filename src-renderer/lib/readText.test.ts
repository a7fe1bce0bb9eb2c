import { expect, test } from 'vitest'
import { readText } from './readText.ts'

const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return isBigEndian ? bytes.swap16() : bytes
}

test.each([
  ['UTF-8', Buffer.from('café “fog”', 'utf8')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFcafé “fog”', 'utf8')],
  ['UTF-16 LE', utf16('café “fog”', false)],
  ['UTF-16 BE', utf16('café “fog”', true)],
  ['Windows-1252', Buffer.from('caf\xe9 \x93fog\x94', 'latin1')],
])('decodes a %s file', async (_, bytes) => {
  expect(await readText(new Blob([new Uint8Array(bytes)]))).toBe('café “fog”')
})
