import { expect, it } from 'vitest'
import { createByteSource } from '../../downloads/formats/ByteSource.ts'
import { isoBox } from '../../../testing/media/containers.ts'
import { readFileTexts } from './readFileTexts.ts'

it.each([
  ['an MP4 tag whose name box is too short has no name', Buffer.alloc(3), ''],
  ['an MP4 tag without flags and name has no name', Buffer.alloc(0), ''],
  ['an MP4 tag with an empty name has no name', Buffer.alloc(4), ''],
  ['an MP4 tag has the name in its name box', Buffer.from('\0\0\0\0easel'), 'easel'],
])('%s', async (_what, nameContent, name) => {
  const tag = isoBox('----', isoBox('name', nameContent), isoBox('data', Buffer.alloc(8), Buffer.from('fog')))
  const file = Buffer.concat([
    isoBox('ftyp', Buffer.from('isom')),
    isoBox(
      'moov',
      isoBox('udta', isoBox('meta', Buffer.alloc(4), isoBox('hdlr', Buffer.alloc(25)), isoBox('ilst', tag))),
    ),
    isoBox('mdat', Buffer.from('frames')),
  ])
  expect(await readFileTexts(createByteSource(file), 'mp4')).toEqual([{ name, text: 'fog' }])
})
