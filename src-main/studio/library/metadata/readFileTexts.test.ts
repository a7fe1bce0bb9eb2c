import { expect, it } from 'vitest'
import { createByteSource } from '../downloads/formats/ByteSource.ts'
import { readFileTexts } from './readFileTexts.ts'

const box = (type: string, ...contents: Buffer[]): Buffer => {
  const content = Buffer.concat(contents)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

it.each([
  ['an MP4 tag whose name box is too short has no name', Buffer.alloc(3), ''],
  ['an MP4 tag without flags and name has no name', Buffer.alloc(0), ''],
  ['an MP4 tag with an empty name has no name', Buffer.alloc(4), ''],
  ['an MP4 tag has the name in its name box', Buffer.from('\0\0\0\0easel'), 'easel'],
])('%s', async (_what, nameContent, name) => {
  const tag = box('----', box('name', nameContent), box('data', Buffer.alloc(8), Buffer.from('fog')))
  const file = Buffer.concat([
    box('ftyp', Buffer.from('isom')),
    box('moov', box('udta', box('meta', Buffer.alloc(4), box('hdlr', Buffer.alloc(25)), box('ilst', tag)))),
    box('mdat', Buffer.from('frames')),
  ])
  expect(await readFileTexts(createByteSource(file), 'mp4')).toEqual([{ name, text: 'fog' }])
})
