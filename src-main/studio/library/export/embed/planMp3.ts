import type { Metadata, PlanCopy } from './Metadata.ts'

const HEADER_BYTES = 10
/** Files with larger tags, such as those with images, are copied unchanged. */
const MAX_TAG_BYTES = 16 << 20
const FRAME_HEADER_BYTES = 10
/** The version of a tag where a file has none: ID3v2.4 has UTF-8. In older tags, some programs can't read characters such as emoji. */
const NEW_TAG_VERSION = 4
/** ExifTool reports a long last frame as damaged if nothing follows it. */
const PADDING_BYTES = 10
const UTF_16 = 1
const UTF_8 = 3

/** Adds frames to the ID3 tag at the beginning of an MP3 file, or a tag if there is none (ID3v2.3, ID3v2.4). */
export const planMp3: PlanCopy = async (original, metadata) => {
  const head = await original.read(0, HEADER_BYTES)
  if (head.byteLength < HEADER_BYTES) return null
  if (head.toString('latin1', 0, 3) !== 'ID3') {
    // Without a tag, the file must begin with an audio frame.
    if (head[0] !== 0xff) return null
    return [
      { bytes: tag(NEW_TAG_VERSION, framesOf(metadata, NEW_TAG_VERSION, true)) },
      { from: 0, to: original.size },
    ]
  }
  const [version, flags, size] = [head.readUInt8(3), head.readUInt8(5), readSynchsafe(head, 6)]
  const end = HEADER_BYTES + size
  // Any flag means another encoding of the tag, an extended header, or a footer.
  if ((version !== 3 && version !== 4) || flags !== 0 || size > MAX_TAG_BYTES || end > original.size)
    return null
  const old = readFrames(await original.read(HEADER_BYTES, size), version)
  if (!old || old.ids.some((id) => id === 'COMM' || id === 'PRIV' || id === 'GEOB')) return null
  const frames = Buffer.concat([old.bytes, framesOf(metadata, version, !old.ids.includes('TIT2'))])
  return [{ bytes: tag(version, frames) }, { from: end, to: original.size }]
}

/** The frames of a tag without the padding; null if they are not valid. */
function readFrames(content: Buffer, version: number): { bytes: Buffer; ids: string[] } | null {
  const ids: string[] = []
  let at = 0
  while (at + FRAME_HEADER_BYTES <= content.byteLength && content[at] !== 0) {
    const id = content.toString('latin1', at, at + 4)
    const size = version === 4 ? readSynchsafe(content, at + 4) : content.readUInt32BE(at + 4)
    if (!/^[A-Z][A-Z0-9]{3}$/.test(id) || at + FRAME_HEADER_BYTES + size > content.byteLength) return null
    ids.push(id)
    at += FRAME_HEADER_BYTES + size
  }
  // Anything but zeros after the frames means that their sizes were misread.
  if (content.subarray(at).some((byte) => byte !== 0)) return null
  return { bytes: content.subarray(0, at), ids }
}

function framesOf({ title, parameters, xmp }: Metadata, version: number, addsTitle: boolean): Buffer {
  const encoding = Buffer.from([version === 4 ? UTF_8 : UTF_16])
  const encode = (text: string): Buffer =>
    version === 4 ? Buffer.from(text) : Buffer.from(`\uFEFF${text}`, 'utf16le')
  const end = version === 4 ? Buffer.from([0]) : Buffer.from([0, 0])
  return Buffer.concat([
    ...(addsTitle ? [frame('TIT2', version, encoding, encode(title))] : []),
    frame('COMM', version, encoding, Buffer.from('eng'), encode(''), end, encode(parameters)),
    frame('PRIV', version, Buffer.from('XMP\0'), Buffer.from(xmp)),
  ])
}

function frame(id: string, version: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(FRAME_HEADER_BYTES)
  head.write(id, 'latin1')
  if (version === 4) writeSynchsafe(head, 4, body.byteLength)
  else head.writeUInt32BE(body.byteLength, 4)
  return Buffer.concat([head, body])
}

function tag(version: number, frames: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_BYTES)
  head.write('ID3', 'latin1')
  head.writeUInt8(version, 3)
  writeSynchsafe(head, 6, frames.byteLength + PADDING_BYTES)
  return Buffer.concat([head, frames, Buffer.alloc(PADDING_BYTES)])
}

/** A synchsafe integer: the size of a tag, and of a frame in ID3v2.4. */
const readSynchsafe = (bytes: Buffer, at: number): number =>
  bytes.subarray(at, at + 4).reduce((size, byte) => size * 128 + (byte & 0x7f), 0)

function writeSynchsafe(bytes: Buffer, at: number, size: number): void {
  for (const [index, shift] of [21, 14, 7, 0].entries()) bytes.writeUInt8((size >> shift) & 0x7f, at + index)
}
