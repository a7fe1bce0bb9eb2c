import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { avifOf, flacOf, mpegOf, oggOf, webmOf, wmvOf } from '../../testing/media/containers.ts'
import { aacOf, aviOf, clipOf, mp3Of, wavOf } from '../../testing/media/audioVideo.ts'
import { bmpOf, gifOf, jpegOf, pngOf, webpOf } from '../../testing/media/images.ts'
import { createByteSource } from './formats/ByteSource.ts'
import { inspectFile, type ExpectedKind } from './inspectFile.ts'

const inspectBytes = (bytes: Buffer | string, expect: ExpectedKind = 'any') =>
  inspectFile(createByteSource(Buffer.from(bytes)), expect)
const box = (type: string, body: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const avif = avifOf([32, 16], [640, 320], [64, 64])
const clip = (brand: string) =>
  Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0`)),
    box('moov', Buffer.alloc(9)),
    box('mdat', Buffer.alloc(9)),
  ])
/** A preview and a profile before the real frame header, as cameras write them. */
const jpegWithPreview = () => {
  const whole = jpegOf(70, 50)
  const preview = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), jpegOf(8, 8), Buffer.alloc(60_000)])
  preview.writeUInt16BE(preview.length - 2, 2)
  return Buffer.concat([whole.subarray(0, 2), preview, Buffer.from([0xff]), whole.subarray(2)])
}

describe('images', () => {
  it.each([
    ['png', pngOf(70, 50), 70, 50],
    ['jpg', jpegOf(70, 50), 70, 50],
    ['jpg', jpegWithPreview(), 70, 50],
    ['webp', webpOf.lossy(70, 50), 70, 50],
    ['webp', webpOf.lossless(16_000, 9000), 16_000, 9000],
    ['webp', webpOf.extended(70_000, 50), 70_000, 50],
    ['gif', gifOf(70, 50), 70, 50],
    ['bmp', bmpOf(70, 50), 70, 50],
    ['bmp', bmpOf(70, -50), 70, 50],
    ['avif', avif, 640, 320],
  ])('%s is detected by its bytes, with its width and height', async (format, bytes, width, height) => {
    const found = await inspectBytes(bytes, 'image')
    expect(found).toMatchObject({ kind: 'accepted', detected: { kind: 'image', format, width, height } })
  })

  it.each([
    ['png', pngOf(70, 50)],
    ['jpg', jpegOf(70, 50)],
    ['webp', webpOf.lossy(70, 50)],
    ['avif', avif],
    ['mp4', clip('isom')],
  ])('%s that is truncated anywhere is never considered complete', async (format, bytes) => {
    for (let length = 0; length < bytes.length; length++) {
      const found = await inspectBytes(bytes.subarray(0, length))
      expect(found, `cut at ${length}`).not.toMatchObject({ kind: 'accepted', detected: { format } })
    }
  })

  it('with a little data after the end are still complete', async () => {
    expect((await inspectBytes(Buffer.concat([jpegOf(9, 9), Buffer.alloc(2000, 1)]), 'image')).kind).toBe(
      'accepted',
    )
    expect((await inspectBytes(Buffer.concat([pngOf(9, 9), Buffer.alloc(2000, 1)]), 'image')).kind).toBe(
      'accepted',
    )
  })

  it('without a width are damaged', async () => {
    expect(await inspectBytes(pngOf(0, 5), 'image')).toMatchObject({ kind: 'damaged', content: 'png' })
  })
})

describe('if an image is expected', () => {
  it.each([
    ['html', '<!DOCTYPE html><html><body>Sign in</body></html>'],
    ['html', '\n\n<!-- cache -->\n<html lang="en">'],
    ['html', Buffer.concat([Buffer.from('<script>'), Buffer.from([0, 255, 254])])],
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['svg', '\ufeff<?xml version="1.0"?><!-- drawn --><!DOCTYPE svg PUBLIC "x" "y"><svg:svg />'],
    ['json', '{"error":"gone"}'],
    ['txt', 'Not found'],
    ['mp4', clip('isom')],
    ['wav', 'RIFF\x24\0\0\0WAVEfmt '],
    ['unknown', Buffer.from([1, 2, 3, 0, 4])],
  ])('%s is rejected, and the refusal names it', async (content, bytes) => {
    expect(await inspectBytes(bytes, 'image')).toEqual({ kind: 'refused', content })
  })

  it('an empty file is damaged', async () => {
    expect(await inspectBytes('', 'image')).toMatchObject({ kind: 'damaged', content: 'empty' })
  })
})

describe('if anything is expected', () => {
  it.each([
    ['mp4', 'video', clip('isom')],
    ['m4a', 'audio', clip('M4A ')],
    ['webm', 'video', webmOf({ codec: 'V_VP8' })],
    ['mov', 'video', clip('qt  ')],
    ['mp4', 'video', clipOf({ tracks: ['vide', 'soun'] })],
    ['m4a', 'audio', clipOf({ tracks: ['soun'] })],
    ['webm', 'audio', webmOf({ codec: 'A_OPUS' })],
    ['webm', 'video', webmOf({ codec: 'V_VP9 A_OPUS' })],
    ['ogg', 'video', oggOf({ codec: '\x80theora' })],
    ['avi', 'video', aviOf(64, 48, 2)],
    ['mpeg', 'video', mpegOf()],
    ['aac', 'audio', aacOf(3)],
    ['wmv', 'video', wmvOf()],
    ['mp3', 'audio', Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x02\0\0'), mp3Of(2)])],
    ['mp3', 'audio', mp3Of(2)],
    ['wav', 'audio', wavOf(0.1)],
    ['ogg', 'audio', oggOf()],
    ['flac', 'audio', flacOf(3)],
    ['json', 'text', '{"text":"Hello"}'],
    ['json', 'text', ' [0.25, -1]'],
    ['txt', 'text', '[Music] Hello {there}'],
    ['txt', 'text', 'Grüße, 世界 🎨'],
    ['bin', 'other', Buffer.from([0xff, 0xf1, 0x50, 0x80])],
    ['bin', 'other', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65])],
    ['bin', 'other', 'text with a \0 in it'],
    ['bin', 'other', '<html><script>alert(1)</script>'],
    ['bin', 'other', '<svg onload="alert(1)"/>'],
    ['bin', 'other', webmOf({ docType: 'matroska', codec: 'V_MPEG4/ISO/AVC' })],
    ['webm', 'video', webmOf({ docType: 'matroska' })],
  ])('%s is saved as %s', async (format, kind, bytes) => {
    expect(await inspectBytes(bytes)).toMatchObject({ kind: 'accepted', detected: { format, kind } })
  })
})

describe('if text or media are expected', () => {
  it.each([
    ['media', '<!DOCTYPE html><html>', 'html'],
    ['media', '{"error":"gone"}', 'json'],
    ['media', 'Not found', 'txt'],
    ['text', '<html><body>Sign in', 'html'],
  ] as const)('for %s, %j is rejected', async (expected, bytes, content) => {
    expect(await inspectBytes(bytes, expected)).toEqual({ kind: 'refused', content })
  })

  it.each([
    ['media', Buffer.from([1, 2, 3, 0, 4]), 'bin', 'other'],
    ['media', clip('isom'), 'mp4', 'video'],
    ['text', '', 'txt', 'text'],
    ['text', Buffer.from([1, 2, 3, 0, 4]), 'bin', 'other'],
    ['inline', '', 'txt', 'text'],
    ['inline', '<html> is how a page begins', 'txt', 'text'],
    ['inline', '[1, 2]', 'json', 'text'],
    ['inline', Buffer.from([1, 2, 3, 0, 4]), 'bin', 'other'],
  ] as const)('for %s, %j is kept as %s', async (expected, bytes, format, kind) => {
    expect(await inspectBytes(Buffer.from(bytes), expected)).toMatchObject({
      kind: 'accepted',
      detected: { format, kind },
    })
  })
})

describe('if an input is expected', () => {
  const tag = (text: string) => Buffer.from(text.padEnd(80, '\0'), 'latin1')
  it.each([
    ['heic', tag('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
    ['heic', tag('\0\0\0\x18ftypmif1\0\0\0\0mif1heic')],
    ['heic', tag('\0\0\0\x18ftypmsf1\0\0\0\0msf1hevc')],
    ['tiff', tag('II*\0\x08\0\0\0\0\0')],
    ['tiff', tag('MM\0*\0\0\0\x08\0\0')],
    ['raw', tag('II*\0\x10\0\0\0CR\x02\0')],
    ['raw', tag('\0\0\0\x18ftypcrx \0\0\0\x01crx isom')],
    ['raw', tag('FUJIFILMCCD-RAW 0201')],
    ['jp2', tag('\0\0\0\x0cjP  \r\n\x87\n')],
    ['jp2', tag('\xff\x4f\xff\x51')],
    ['jxl', tag('\xff\x0a')],
    ['jxl', tag('\0\0\0\x0cJXL \r\n\x87\n')],
    ['psd', tag('8BPS\0\x01')],
    ['ico', tag('\0\0\x01\0\x02\0\x10\x10')],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['aiff', tag('FORM\0\0\x10\0AIFFCOMM')],
    ['au', tag('.snd\0\0\0\x18')],
    ['amr', tag('#!AMR\n')],
    ['flv', tag('FLV\x01\x05')],
    ['mkv', webmOf({ docType: 'matroska', codec: 'V_MPEG4/ISO/AVC' })],
    ['pdf', tag('%PDF-1.7')],
    ['archive', tag('PK\x03\x04')],
    ['document', tag('PK\x03\x04____________________________word/document.xml')],
    ['txt', Buffer.from('Shopping list')],
    ['txt', Buffer.from([0xff, 0xfe, 0x57, 0, 0x69, 0])],
    ['unknown', Buffer.from([1, 2, 3, 0])],
  ])('what can’t be used is named: %s', async (content, bytes) => {
    expect(await inspectBytes(bytes, 'input')).toEqual({ kind: 'refused', content })
  })

  it('a JPEG without its end marker is accepted', async () => {
    const jpeg = jpegOf(70, 50)
    const found = await inspectBytes(jpeg.subarray(0, -2), 'input')
    expect(found).toMatchObject({ kind: 'accepted', isComplete: false, detected: { width: 70, height: 50 } })
    expect(await inspectBytes(jpeg.subarray(0, -2), 'image')).toMatchObject({ kind: 'damaged' })
  })

  it.each(['flac', 'aac', 'mp3'] as const)('%s audio after a long ID3 tag is recognized', async (format) => {
    const audio = { flac: flacOf(3), aac: aacOf(4), mp3: mp3Of(4) }[format]
    const cover = Buffer.alloc(10 + 20_000)
    cover.write('ID3\x04', 'latin1')
    cover.set([0, 1, 0x1c, 0x20], 6)
    expect(await inspectBytes(Buffer.concat([cover, audio]), 'input')).toMatchObject({
      kind: 'accepted',
      detected: { kind: 'audio', format },
    })
  })
})

it('never throws, hangs or reads beyond the end, whatever the bytes', async () => {
  const starts = [pngOf(3, 3), jpegOf(3, 3), webpOf.lossy(3, 3), gifOf(3, 3), avif, Buffer.from('ID3')]
  const bytes = fc.tuple(fc.constantFrom(...starts), fc.nat(60), fc.uint8Array({ maxLength: 80 }))
  await fc.assert(
    fc.asyncProperty(bytes, async ([start, keep, rest]) => {
      const found = await inspectBytes(Buffer.concat([start.subarray(0, keep), rest]), 'image')
      if (found.kind !== 'accepted') return
      expect(found.detected.width).toBeGreaterThan(0)
      expect(found.detected.height).toBeGreaterThan(0)
    }),
    { numRuns: 2000 },
  )
})
