/** What the index of an MP4 or MOV says. */
export interface Mp4Head {
  seconds: number
  /** Pixels; 0 without pictures. */
  width: number
  height: number
  sound: boolean
}

/** Reads length, size and tracks from the index. Throws when there is none. */
export function readMp4(bytes: Buffer): Mp4Head {
  const head: Mp4Head = { seconds: 0, width: 0, height: 0, sound: false }
  const index = boxes(bytes).find(({ name }) => name === 'moov')
  if (!index) throw new Error('No index')
  for (const { name, body } of boxes(index.body)) {
    if (name === 'mvhd') {
      const long = body[0] === 1
      const ticks = long ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16)
      head.seconds = ticks / Math.max(1, body.readUInt32BE(long ? 20 : 12))
    }
    if (name === 'trak') readTrack(body, head)
  }
  return head
}

function readTrack(body: Buffer, head: Mp4Head): void {
  const parts = boxes(body)
  const media = parts.find(({ name }) => name === 'mdia')
  const handler = media && boxes(media.body).find(({ name }) => name === 'hdlr')
  const kind = handler?.body.toString('latin1', 8, 12)
  const track = parts.find(({ name }) => name === 'tkhd')?.body
  if (kind === 'soun') head.sound = true
  if (kind === 'vide' && track) {
    head.width = track.readUInt32BE(track.length - 8) >>> 16
    head.height = track.readUInt32BE(track.length - 4) >>> 16
  }
}

interface Box {
  name: string
  body: Buffer
}

/** The boxes of one level; a broken one ends the list. */
export function boxes(bytes: Buffer): Box[] {
  const found: Box[] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const short = bytes.readUInt32BE(at)
    const long = short === 1 && at + 16 <= bytes.length
    const size = long ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short
    if (size < 8) break
    const name = bytes.toString('latin1', at + 4, at + 8)
    found.push({ name, body: bytes.subarray(at + (long ? 16 : 8), at + size) })
    at += size
  }
  return found
}
