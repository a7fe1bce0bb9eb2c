import { expect, it } from 'vitest'
import { exifOf } from '../../../testing/media/exif.ts'
import { FileTexts } from './FileText.ts'
import { readExifTexts } from './readExifTexts.ts'

const USER_COMMENT = 0x9286
const FIELDS = '\nSteps: 20, Seed: 1, Size: 8x8'

/** The user comment with this text in UTF-16, after a byte order mark if it has one. */
function readComment(text: string, isLittleEndian: boolean): string | undefined {
  const content = Buffer.from(text, 'utf16le')
  if (!isLittleEndian) content.swap16()
  const texts = new FileTexts()
  readExifTexts(exifOf(USER_COMMENT, Buffer.concat([Buffer.from('UNICODE\0'), content])), texts)
  return texts.list[0]?.text
}

it.each([
  ['a long Chinese prompt', `${'一只猫坐在窗边，'.repeat(30)}${FIELDS}`],
  ['more Chinese characters with a zero byte than ASCII characters', `${'一'.repeat(300)}${FIELDS}`],
  ['a Japanese prompt', `${'窓辺に座る一匹の猫　'.repeat(40)}${FIELDS}`],
  ['an English prompt', `a pier in fog${FIELDS}`],
])('a user comment with %s is read in either byte order', (_what, text) => {
  expect([readComment(text, false), readComment(text, true)]).toEqual([text, text])
})

it('a user comment without ASCII characters is read in the order of its byte order mark, otherwise of the file', () => {
  expect([readComment('\uFEFF一只猫', false), readComment('\uFEFF一只猫', true)]).toEqual([
    '一只猫',
    '一只猫',
  ])
  expect(readComment('一只猫', false)).toBe('一只猫')
})
