import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createByteSource } from '../../downloads/formats/ByteSource.ts'
import { exifOf } from '../../../testing/media/exif.ts'
import { isoBox } from '../../../testing/media/containers.ts'
import { pngChunk, pngWith } from '../../../testing/media/images.ts'
import { readFileTexts } from './readFileTexts.ts'

const PACKET = '<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>'
const XMP = { name: 'XML:com.adobe.xmp', text: PACKET }
const read = (file: Buffer, format: Parameters<typeof readFileTexts>[1]) =>
  readFileTexts(createByteSource(file), format)

describe('the texts of a GIF', () => {
  const HEAD = Buffer.from('474946383961010001008000000000ff000000', 'hex')
  const IMAGE = Buffer.from('2c000000000100010000020144003b', 'hex')
  const blocks = (content: Buffer): Buffer =>
    Buffer.concat([
      ...Array.from({ length: Math.ceil(content.length / 255) }, (_, index) => {
        const part = content.subarray(index * 255, index * 255 + 255)
        return Buffer.concat([Buffer.from([part.length]), part])
      }),
      Buffer.from([0]),
    ])
  const comment = (text: string): Buffer =>
    Buffer.concat([Buffer.from([0x21, 0xfe]), blocks(Buffer.from(text))])
  const control = Buffer.from('21f9040000000000', 'hex')
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0])
  const xmp = Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from(`XMP DataXMP${PACKET}`), trailer])

  it('are its comments, also long ones and those after the image', async () => {
    const long = 'ü fox '.repeat(300)
    const file = Buffer.concat([
      HEAD,
      comment(long),
      control,
      IMAGE.subarray(0, -1),
      comment('after'),
      Buffer.from([0x3b]),
    ])
    expect(await read(file, 'gif')).toEqual([
      { name: 'Comment', text: long },
      { name: 'Comment', text: 'after' },
    ])
  })

  it('are its XMP packet', async () => {
    expect(await read(Buffer.concat([HEAD, xmp, control, IMAGE]), 'gif')).toEqual([XMP])
  })
})

describe('the texts of a WebM file', () => {
  const element = (id: string, ...content: Buffer[]): Buffer => {
    const body = Buffer.concat(content)
    const size = Buffer.alloc(8)
    size.writeUInt32BE(body.length, 4)
    size[0] = 1
    return Buffer.concat([Buffer.from(id, 'hex'), size, body])
  }
  const tag = (name: string, text: string): Buffer =>
    element(
      '7373',
      element('63c0'),
      element('67c8', element('45a3', Buffer.from(name)), element('4487', Buffer.from(text))),
    )
  const header = element('1a45dfa3', element('4282', Buffer.from('webm')))
  const tags = element('1254c367', tag('PROMPT', '{"1":{}}'), tag('COMMENT', 'fog'))
  const texts = [
    { name: 'PROMPT', text: '{"1":{}}' },
    { name: 'COMMENT', text: 'fog' },
  ]
  const cluster = element('1f43b675', element('e7', Buffer.from([0])), element('a3', Buffer.alloc(100)))

  it.each([
    ['before its frames', element('18538067', tags, cluster)],
    ['after its frames', element('18538067', cluster, tags)],
    [
      'of a stream without lengths',
      Buffer.concat([Buffer.from('1853806701ffffffffffffff', 'hex'), tags, cluster]),
    ],
    [
      'after a cluster without a length',
      Buffer.concat([
        Buffer.from('1853806701ffffffffffffff', 'hex'),
        Buffer.from('1f43b67501ffffffffffffff', 'hex'),
        element('a3', Buffer.alloc(100)),
        tags,
      ]),
    ],
  ])('are the tags %s', async (_what, segment) => {
    expect(await read(Buffer.concat([header, segment]), 'webm')).toEqual(texts)
  })
})

describe('the texts of an AVIF file', () => {
  const uint = (value: number, bytes: number): Buffer => {
    const buffer = Buffer.alloc(bytes)
    buffer.writeUIntBE(value, 0, bytes)
    return buffer
  }
  const entry = (id: number, type: string, contentType = ''): Buffer =>
    isoBox(
      'infe',
      Buffer.from([2, 0, 0, 0]),
      uint(id, 2),
      uint(0, 2),
      Buffer.from(`${type}\0${contentType}\0`),
    )
  /** A file with the Exif data and the XMP packet as items; `version`: that of the box with their places. */
  function avifWith(exif: Buffer, packet: Buffer, version: 0 | 1 | 2): Buffer {
    const ftyp = isoBox('ftyp', Buffer.from('avif\0\0\0\0avifmif1'))
    const items = [exif, packet]
    const meta = (offset: number): Buffer => {
      let at = offset
      const places = items.map((content, index) => {
        const place = Buffer.concat([
          uint(index + 2, version < 2 ? 2 : 4),
          ...(version > 0 ? [uint(0, 2)] : []),
          uint(0, 2),
          uint(1, 2),
          uint(at, 4),
          uint(content.length, 4),
        ])
        at += content.length
        return place
      })
      return isoBox(
        'meta',
        Buffer.alloc(4),
        isoBox('hdlr', Buffer.alloc(25)),
        isoBox(
          'iinf',
          Buffer.alloc(4),
          uint(3, 2),
          entry(1, 'av01'),
          entry(2, 'Exif'),
          entry(3, 'mime', 'application/rdf+xml'),
        ),
        isoBox(
          'iloc',
          Buffer.from([version, 0, 0, 0, 0x44, 0]),
          uint(items.length, version < 2 ? 2 : 4),
          ...places,
        ),
      )
    }
    return Buffer.concat([ftyp, meta(ftyp.length + meta(0).length + 8), isoBox('mdat', ...items)])
  }

  it.each([0, 1, 2] as const)(
    'are those of its Exif data and its XMP packet (item location version %s)',
    async (version) => {
      const tiff = exifOf(0x9286, Buffer.from('ASCII\0\0\0fog'))
      const texts = await read(
        avifWith(Buffer.concat([uint(0, 4), tiff]), Buffer.from(PACKET), version),
        'avif',
      )
      expect(texts).toEqual([{ name: 'UserComment', text: 'fog' }, XMP])
    },
  )

  it('are found where only its compatible brands say what it is', async () => {
    const file = avifWith(
      Buffer.concat([uint(0, 4), exifOf(0x9286, Buffer.from('fog'))]),
      Buffer.from(PACKET),
      0,
    )
    file.write('mif1', 8, 'latin1')
    expect(await read(file, null)).toContainEqual(XMP)
  })

  it('are found where a header precedes the Exif data', async () => {
    const tiff = Buffer.concat([Buffer.from('Exif\0\0'), exifOf(0x010e, Buffer.from('fog and sea\0'))])
    const texts = await read(avifWith(Buffer.concat([uint(6, 4), tiff]), Buffer.from(PACKET), 0), 'avif')
    expect(texts).toContainEqual({ name: 'ImageDescription', text: 'fog and sea' })
  })

  it.each(['avif', 'gif', 'webm'] as const)(
    'as %s can be anything without an endless loop',
    async (format) => {
      const file = avifWith(
        Buffer.concat([uint(0, 4), exifOf(0x010e, Buffer.from('fog\0'))]),
        Buffer.from(PACKET),
        1,
      )
      for (let at = 0; at < file.length; at += 2) {
        const changed = Buffer.from(file)
        changed[at] = 0xff
        expect(Array.isArray(await read(changed, format))).toBe(true)
        expect(Array.isArray(await read(file.subarray(0, at), format))).toBe(true)
      }
    },
  )
})

describe('hostile files', () => {
  const bomb = (keyword: string): Buffer =>
    pngChunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`), deflateSync(Buffer.alloc(4 << 20, 0x61))]))

  it('inflate to a few texts of the maximum size', async () => {
    const file = pngWith(...Array.from({ length: 60 }, (_, index) => bomb(`k${index}`)))
    expect((await read(file, 'png')).length).toBeLessThanOrEqual(3)
  })

  it('whose Exif data name the same bytes many times give them a few times', async () => {
    const content = Buffer.alloc(4 << 20, 0x61)
    const entries = Buffer.alloc(12 * 60)
    for (let index = 0; index < 60; index++) {
      entries.writeUInt16BE(0x010e, index * 12)
      entries.writeUInt16BE(2, index * 12 + 2)
      entries.writeUInt32BE(content.length, index * 12 + 4)
      entries.writeUInt32BE(10 + entries.length, index * 12 + 8)
    }
    const tiff = Buffer.concat([Buffer.from('4d4d002a00000008003c', 'hex'), entries, content])
    const file = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPEXIF'), Buffer.from([0, 0, 0, 0]), tiff])
    file.writeUInt32LE(tiff.length, 16)
    expect((await read(file, 'webp')).length).toBeLessThanOrEqual(3)
  })

  it('whose Exif directories point to each other end', async () => {
    const loop = Buffer.from('4d4d002a00000008000187690004000000010000000800000000', 'hex')
    const file = Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBPEXIF'),
      Buffer.from([loop.length, 0, 0, 0]),
      loop,
    ])
    expect(await read(file, 'webp')).toEqual([])
  })
})
