import { expect, test } from 'vitest'
import { readText } from './readText.ts'

const utf16 = (words: string, flip: boolean) => {
  const bytes = Buffer.from(`\uFEFF${words}`, 'utf16le')
  return flip ? bytes.swap16() : bytes
}

test.each([
  ['UTF-8', Buffer.from('café “fog”', 'utf8')],
  ['UTF-8 with a mark', Buffer.from('\uFEFFcafé “fog”', 'utf8')],
  ['UTF-16, low byte first', utf16('café “fog”', false)],
  ['UTF-16, high byte first', utf16('café “fog”', true)],
  ['the encoding of older spreadsheets', Buffer.from('caf\xe9 \x93fog\x94', 'latin1')],
])('a file in %s is read as it was written', async (_, bytes) => {
  expect(await readText(new Blob([new Uint8Array(bytes)]))).toBe('café “fog”')
})
