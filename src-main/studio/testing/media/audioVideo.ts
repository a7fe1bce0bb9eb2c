import { isoBox } from './containers.ts'

/** A real WAV file: silence, 8 kHz, 8 bits, mono. */
export function wavOf(seconds: number): Buffer {
  const data = Buffer.alloc(Math.round(8000 * seconds), 0x80)
  const head = Buffer.from('RIFF____WAVEfmt ________________________data____', 'latin1')
  head.fill(0, 16, 36)
  head.writeUInt32LE(36 + data.length, 4)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(8000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head.subarray(0, 44), data])
}

/** MP3 frames of silence or noise with 1152 samples each, 128 kbit/s at 44.1 kHz. */
export function mp3Of(frames: number, noisy = false): Buffer {
  const frame = Buffer.from(Array.from({ length: 417 }, (_, at) => (noisy ? (at * 7) % 251 : 0)))
  frame.set([0xff, 0xfb, 0x90, 0x64])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** ADTS frames without audio data. */
export function aacOf(frames: number): Buffer {
  const frame = Buffer.alloc(64)
  frame.set([0xff, 0xf1, 0x50, 0x80, 64 >> 3, ((64 & 7) << 5) | 0x1f, 0xfc])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** What differs between test videos. */
export interface ClipFacts {
  width?: number
  height?: number
  seconds?: number
  /** The duration in units of the time scale, written with 64 bits; replaces `seconds`. */
  ticks64?: bigint
  /** Units per second of `ticks64`. */
  timescale?: number
  tracks?: readonly ('vide' | 'soun')[]
  /** Rotated by 90°, as phones store portrait videos. */
  isRotated?: boolean
  brand?: string
}

function createMovieHeader({ seconds = 2, ticks64, timescale = 10_000_000 }: ClipFacts): Buffer {
  if (ticks64 === undefined) {
    const mvhd = Buffer.alloc(100)
    mvhd.writeUInt32BE(1000, 12)
    mvhd.writeUInt32BE(Math.round(seconds * 1000), 16)
    return mvhd
  }
  const mvhd = Buffer.alloc(112)
  mvhd.writeUInt8(1, 0)
  mvhd.writeUInt32BE(timescale, 20)
  mvhd.writeBigUInt64BE(ticks64, 24)
  return mvhd
}

/** An MP4 or QuickTime file with valid headers and no frames. */
export function clipOf(facts: ClipFacts = {}): Buffer {
  const { width = 64, height = 48, tracks = ['vide'], isRotated = false, brand = 'isom' } = facts
  const mvhd = createMovieHeader(facts)
  const traks = tracks.map((kind) => {
    const tkhd = Buffer.alloc(84)
    tkhd.writeInt32BE(isRotated ? 0 : 0x10000, 40)
    tkhd.writeInt32BE(isRotated ? 0x10000 : 0, 44)
    if (kind === 'vide') {
      tkhd.writeUInt32BE(width * 65_536, 76)
      tkhd.writeUInt32BE(height * 65_536, 80)
    }
    const hdlr = Buffer.alloc(25)
    hdlr.write(kind, 8, 'latin1')
    return isoBox('trak', isoBox('tkhd', tkhd), isoBox('mdia', isoBox('hdlr', hdlr)))
  })
  return Buffer.concat([
    isoBox('ftyp', Buffer.from(`${brand}\0\0\0\0`, 'latin1')),
    isoBox('moov', isoBox('mvhd', mvhd), ...traks),
    isoBox('mdat', Buffer.alloc(9)),
  ])
}

/** The header of an AVI file with ten frames per second. */
export function aviOf(width: number, height: number, seconds: number): Buffer {
  const head = Buffer.alloc(88)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(80, 4)
  head.write('AVI LIST', 8, 'latin1')
  head.writeUInt32LE(68, 16)
  head.write('hdrlavih', 20, 'latin1')
  head.writeUInt32LE(56, 28)
  head.writeUInt32LE(100_000, 32)
  head.writeUInt32LE(seconds * 10, 48)
  head.writeUInt32LE(width, 64)
  head.writeUInt32LE(height, 68)
  return head
}
