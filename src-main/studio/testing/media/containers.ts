/** Small media files for tests of truncation. Their frames have no meaningful content. */

const sizeOf = (bytes: number): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(bytes)
  size[0] = 0x10
  return size
}
const element = (id: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from(id, 'hex'), sizeOf(body.length), body])
}
/** An element of unknown size, as in a live stream. */
const unsizedElement = (id: string, ...content: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex'), ...content])

/** A WebM or Matroska file with two clusters; `isLive`: streamed, so that no length is stated. `durationMs` 0 is not stated. */
export function webmOf({ codec = 'V_VP9', isLive = false, docType = 'webm', durationMs = 0 } = {}): Buffer {
  const wrap = isLive ? unsizedElement : element
  const header = element('1a45dfa3', element('4282', Buffer.from(docType)))
  const tracks = element(
    '1654ae6b',
    element('ae', element('d7', Buffer.from([1])), element('86', Buffer.from(codec))),
  )
  // The second one has the last frame.
  const clusters = [0, Math.max(1, Math.min(durationMs, 60_000) - 60)].map((time) => {
    const timestamp = Buffer.alloc(2)
    timestamp.writeUInt16BE(time)
    // A block of track 1 at the time of its cluster.
    const block = Buffer.concat([Buffer.from('81000080', 'hex'), Buffer.alloc(196, 0x5a)])
    return wrap('1f43b675', element('e7', timestamp), element('a3', block))
  })
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(durationMs)
  const info = durationMs === 0 ? [] : [element('1549a966', element('4489', duration))]
  return Buffer.concat([header, wrap('18538067', ...info, tracks, ...clusters)])
}

/** Ogg pages of one stream; `isOpen`: without the end-of-stream flag. */
export function oggOf({ codec = '\x01vorbis', pages = 4, isOpen = false } = {}): Buffer {
  return Buffer.concat(
    Array.from({ length: pages }, (_, number) => {
      const body = Buffer.alloc(300, number)
      if (number === 0) body.write(codec, 'latin1')
      const head = Buffer.alloc(29)
      head.write('OggS', 'latin1')
      head[5] = (number === 0 ? 2 : 0) | (number === pages - 1 && !isOpen ? 4 : 0)
      head.writeUInt32LE(77, 14)
      head.writeUInt32LE(number, 18)
      head.set([2, 255, 45], 26)
      return Buffer.concat([head, body])
    }),
  )
}

function checksum(bytes: Buffer, bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1)
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << (bits - 8)
    for (let bit = 0; bit < 8; bit++) sum = (sum & top ? (sum << 1) ^ polynomial : sum << 1) & (top * 2 - 1)
  }
  return sum
}

/** Silence as FLAC: 8 bits, mono, 44.1 kHz, 1152 samples a frame. */
export function flacOf(frames: number, { hasLength = true } = {}): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(1152, 0)
  info.writeUInt16BE(1152, 2)
  const samples = hasLength ? BigInt(frames * 1152) : 0n
  info.writeBigUInt64BE((44_100n << 44n) | (7n << 36n) | samples, 10)
  const audio = Array.from({ length: frames }, (_, number) => {
    const head = Buffer.from([0xff, 0xf8, 0x39, 0x02, number])
    // A constant subframe represents all samples of the frame.
    const body = Buffer.concat([head, Buffer.from([checksum(head, 8, 0x07), 0, 0x11])])
    const end = Buffer.alloc(2)
    end.writeUInt16BE(checksum(body, 16, 0x8005))
    return Buffer.concat([body, end])
  })
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, ...audio])
}

/** MP3 frames after a Xing frame, which states their number. */
export function xingOf(frames: number, frame: Buffer): Buffer {
  const first = Buffer.alloc(frame.length)
  frame.copy(first, 0, 0, 4)
  first.write('Xing', 36, 'latin1')
  first.writeUInt32BE(3, 40)
  first.writeUInt32BE(frames, 44)
  first.writeUInt32BE(frame.length * (frames + 1), 48)
  return Buffer.concat([first, ...Array.from({ length: frames }, () => frame)])
}

const object = (guid: string, length: number): Buffer => {
  const bytes = Buffer.alloc(length, 0x5a)
  bytes.write(guid, 'hex')
  bytes.writeBigUInt64LE(BigInt(length), 16)
  return bytes
}

/** The objects of a Windows Media file. */
export const wmvOf = (): Buffer =>
  Buffer.concat([
    object('3026b2758e66cf11a6d900aa0062ce6c', 120),
    object('3626b2758e66cf11a6d900aa0062ce6c', 400),
  ])

/** An MPEG program stream with its end code. */
export const mpegOf = (): Buffer =>
  Buffer.concat([
    Buffer.from('000001ba440004000400', 'hex'),
    Buffer.alloc(300, 0x5a),
    Buffer.from('000001b9', 'hex'),
  ])

/** A box of an ISO media file (ISO 14496-12 §4.2). */
export const isoBox = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** An AVIF file with valid headers only; `sizes` are those of the image, its tiles and previews. */
export function avifOf(...sizes: readonly (readonly [number, number])[]): Buffer {
  const extents = sizes.map(([width, height]) => {
    const body = Buffer.alloc(12)
    body.writeUInt32BE(width, 4)
    body.writeUInt32BE(height, 8)
    return isoBox('ispe', body)
  })
  return Buffer.concat([
    isoBox('ftyp', Buffer.from('avif\0\0\0\0avifmif1')),
    isoBox('meta', Buffer.alloc(4), isoBox('iprp', isoBox('ipco', ...extents))),
    isoBox('mdat', Buffer.alloc(50)),
  ])
}

/** A fragmented video, as used for streaming; `hasIndex`: with the random access index at the end. */
export const fragmentedOf = ({ hasIndex = false } = {}): Buffer =>
  Buffer.concat([
    isoBox('ftyp', Buffer.from('isom\0\0\0\0')),
    isoBox('moov', isoBox('mvhd', Buffer.alloc(100)), isoBox('mvex', Buffer.alloc(8))),
    ...[1, 2].flatMap(() => [isoBox('moof', Buffer.alloc(40)), isoBox('mdat', Buffer.alloc(90))]),
    ...(hasIndex ? [isoBox('mfra', Buffer.alloc(24))] : []),
  ])

/** A video whose samples are in two boxes, according to the index at its beginning. */
export function splitClipOf(): Buffer {
  const index = (second: number) => {
    const offsets = Buffer.alloc(16)
    offsets.writeUInt32BE(2, 4)
    offsets.writeUInt32BE(second, 12)
    const tables = isoBox('stbl', isoBox('stco', offsets))
    return isoBox('moov', isoBox('trak', isoBox('mdia', isoBox('minf', tables))))
  }
  const start = [isoBox('ftyp', Buffer.from('isom\0\0\0\0')), index(0), isoBox('mdat', Buffer.alloc(60))]
  const second = Buffer.concat(start).length + 8
  return Buffer.concat([
    isoBox('ftyp', Buffer.from('isom\0\0\0\0')),
    index(second),
    isoBox('mdat', Buffer.alloc(60)),
    isoBox('mdat', Buffer.alloc(70)),
  ])
}
