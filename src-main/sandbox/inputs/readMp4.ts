/** Properties read from the index of an MP4 or MOV file. */
export interface Mp4Info {
  seconds: number
  /** Pixels; 0 without a video track. */
  width: number
  height: number
  hasAudio: boolean
}

/** Reads duration, size and tracks from the index. Throws when the file has none. */
export function readMp4(bytes: Buffer): Mp4Info {
  const info: Mp4Info = { seconds: 0, width: 0, height: 0, hasAudio: false }
  const index = readBoxes(bytes).find(({ name }) => name === 'moov')
  if (!index) throw new Error('No index')
  for (const { name, body } of readBoxes(index.body)) {
    if (name === 'mvhd') {
      const is64Bit = body[0] === 1
      const ticks = is64Bit ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16)
      info.seconds = ticks / Math.max(1, body.readUInt32BE(is64Bit ? 20 : 12))
    }
    if (name === 'trak') readTrack(body, info)
  }
  return info
}

function readTrack(body: Buffer, info: Mp4Info): void {
  const children = readBoxes(body)
  const media = children.find(({ name }) => name === 'mdia')
  const handler = media && readBoxes(media.body).find(({ name }) => name === 'hdlr')
  const kind = handler?.body.toString('latin1', 8, 12)
  const track = children.find(({ name }) => name === 'tkhd')?.body
  if (kind === 'soun') info.hasAudio = true
  if (kind === 'vide' && track) {
    info.width = track.readUInt32BE(track.length - 8) >>> 16
    info.height = track.readUInt32BE(track.length - 4) >>> 16
  }
}

interface Box {
  name: string
  body: Buffer
}

/** The boxes of one level, up to the first invalid one. */
export function readBoxes(bytes: Buffer): Box[] {
  const found: Box[] = []
  for (let offset = 0; offset + 8 <= bytes.length;) {
    const size32 = bytes.readUInt32BE(offset)
    const hasSize64 = size32 === 1 && offset + 16 <= bytes.length
    const size = hasSize64
      ? Number(bytes.readBigUInt64BE(offset + 8))
      : size32 === 0
        ? bytes.length - offset
        : size32
    if (size < 8) break
    const name = bytes.toString('latin1', offset + 4, offset + 8)
    found.push({ name, body: bytes.subarray(offset + (hasSize64 ? 16 : 8), offset + size) })
    offset += size
  }
  return found
}
