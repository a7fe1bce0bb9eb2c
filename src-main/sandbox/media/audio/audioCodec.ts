import type { ResultFile } from '../ResultFile.ts'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { Mp3Encoder } from '@breezystack/lamejs'
import type { AudioTrack } from './AudioTrack.ts'

/** Encodes audio as `mp3`, `wav` or `flac`. */
export async function encodeAudio(audio: AudioSamples, format: string): Promise<ResultFile> {
  switch (format) {
    case 'wav':
      return { bytes: writeWav(audio), mime: 'audio/wav' }
    case 'flac':
      return { bytes: writeFlac(audio), mime: 'audio/flac' }
    default:
      return { bytes: await writeMp3(audio), mime: 'audio/mpeg' }
  }
}

/** Encodes WAV with 16-bit PCM. */
function writeWav({ sampleRate, channels }: AudioSamples): Buffer {
  const pcm = interleave(channels)
  const body = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + body.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(channels.length, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate * channels.length * 2, 28)
  head.writeUInt16LE(channels.length * 2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(body.length, 40)
  return Buffer.concat([head, body])
}

/** Samples per frame, which a frame's header encodes as 0xc. */
const BLOCK_SIZE = 4096

/** Encodes FLAC with verbatim (unpredicted) subframes: lossless, but not smaller than WAV. */
function writeFlac({ sampleRate, channels }: AudioSamples): Buffer {
  const pcm = channels.map(toPcm)
  const total = pcm[0]?.length ?? 0
  const frames: Buffer[] = []
  for (let offset = 0; offset < total; offset += BLOCK_SIZE) {
    frames.push(
      encodeFrame(
        frames.length,
        pcm.map((channel) => channel.subarray(offset, Math.min(total, offset + BLOCK_SIZE))),
      ),
    )
  }
  const pcmBytes = interleave(channels)
  const digest = createHash('md5')
    .update(Buffer.from(pcmBytes.buffer, pcmBytes.byteOffset, pcmBytes.byteLength))
    .digest()
  // The metadata block STREAMINFO: block sizes, then rate, channels, bits per sample and number of samples in 64 bits.
  const info = Buffer.alloc(18)
  info.writeUInt16BE(BLOCK_SIZE, 0)
  info.writeUInt16BE(BLOCK_SIZE, 2)
  const packed =
    (BigInt(sampleRate) << 44n) | (BigInt(channels.length - 1) << 41n) | (15n << 36n) | BigInt(total)
  info.writeBigUInt64BE(packed, 10)
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, digest, ...frames])
}

function encodeFrame(number: number, channels: Int16Array[]): Buffer {
  const size = channels[0]?.length ?? 0
  const isFull = size === BLOCK_SIZE
  const head = Buffer.concat([
    Buffer.from([0xff, 0xf8, isFull ? 0xc0 : 0x70, ((channels.length - 1) << 4) | 8]),
    encodeFrameNumber(number),
    isFull ? Buffer.alloc(0) : Buffer.from([(size - 1) >> 8, (size - 1) & 255]),
  ])
  const body = channels.map((samples) => {
    const subframe = Buffer.alloc(1 + samples.length * 2)
    subframe[0] = 2
    for (let i = 0; i < samples.length; i += 1) subframe.writeInt16BE(samples[i]!, 1 + i * 2)
    return subframe
  })
  const whole = Buffer.concat([head, Buffer.from([crc(head, 8, 0x07)]), ...body])
  const tail = Buffer.alloc(2)
  tail.writeUInt16BE(crc(whole, 16, 0x8005))
  return Buffer.concat([whole, tail])
}

/** A number in the variable-length code of UTF-8. */
function encodeFrameNumber(number: number): Buffer {
  // A surrogate, which JavaScript doesn't encode.
  if (number >= 0xd800 && number < 0xe000)
    return Buffer.from([0xe0 | (number >> 12), 0x80 | ((number >> 6) & 0x3f), 0x80 | (number & 0x3f)])
  return Buffer.from(String.fromCodePoint(number))
}

/** A CRC of 8 or 16 bits. */
function crc(bytes: Uint8Array, bits: 8 | 16, polynomial: number): number {
  const table = TABLES[bits] ?? (TABLES[bits] = crcTable(bits, polynomial))
  const mask = bits === 8 ? 0xff : 0xffff
  let sum = 0
  for (const byte of bytes) sum = ((sum << 8) ^ table[((sum >> (bits - 8)) ^ byte) & 255]!) & mask
  return sum
}

const TABLES: Partial<Record<8 | 16, Uint16Array>> = {}

function crcTable(bits: 8 | 16, polynomial: number): Uint16Array {
  const top = 1 << (bits - 1)
  return Uint16Array.from({ length: 256 }, (_, index) => {
    let value = index << (bits - 8)
    for (let bit = 0; bit < 8; bit += 1) value = value & top ? (value << 1) ^ polynomial : value << 1
    return value & (bits === 8 ? 0xff : 0xffff)
  })
}

/** Sample rates of MPEG-1 in hertz. MPEG-2 has half of them, MPEG-2.5 a quarter. */
const MPEG1_SAMPLE_RATES = [44100, 48000, 32000]
/** Kilobits per second, by the index in a frame's header. */
const BITRATES_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

/** Splits an MP3 file into its frames; null if it has fewer than two MP3 frames, because one may be a coincidence, or its sample rate changes. */
export function readMp3(bytes: Buffer): AudioTrack | null {
  const track: AudioTrack = { sampleRate: 0, channels: 0, samplesPerFrame: 0, frames: [] }
  for (let offset = findTagEnd(bytes); offset + 4 <= bytes.length;) {
    const header = readFrameHeader(bytes, offset)
    if (!header) break
    const { size, sampleRate, channels, samplesPerFrame } = header
    if (track.frames.length === 0) Object.assign(track, { sampleRate, channels, samplesPerFrame })
    else if (sampleRate !== track.sampleRate) return null
    if (offset + size > bytes.length) break
    track.frames.push(bytes.subarray(offset, offset + size))
    offset += size
  }
  return track.frames.length > 1 ? track : null
}

/** The offset of the first frame: after the ID3 tag, if there is one. */
function findTagEnd(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3') return 0
  return 10 + [6, 7, 8, 9].reduce((size, offset) => size * 128 + ((bytes[offset] ?? 0) & 127), 0)
}

/** Reads the header of a frame; null when there is no MP3 frame at the offset. `size` is the frame's length in bytes. */
function readFrameHeader(bytes: Buffer, offset: number) {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(offset, offset + 4)
  const isLayer3 = first === 0xff && (second & 0xe6) === 0xe2
  // 3 is MPEG-1, 2 is MPEG-2, 0 is MPEG-2.5, 1 is invalid.
  const version = (second >> 3) & 3
  const mpeg1Rate = MPEG1_SAMPLE_RATES[(third >> 2) & 3]
  const kilobits = (version === 3 ? BITRATES_MPEG1 : BITRATES_MPEG2)[third >> 4]
  if (!isLayer3 || version === 1 || !mpeg1Rate || !kilobits) return null
  const sampleRate = version === 3 ? mpeg1Rate : version === 2 ? mpeg1Rate / 2 : mpeg1Rate / 4
  const samplesPerFrame = version === 3 ? 1152 : 576
  const size = Math.floor(((samplesPerFrame / 8) * kilobits * 1000) / sampleRate) + ((third >> 1) & 1)
  return { size, sampleRate, channels: fourth >> 6 === 3 ? 1 : 2, samplesPerFrame }
}

/** Number of samples encoded before yielding to other work. */
const SAMPLES_BEFORE_YIELD = 1152 * 40

/** Encodes MP3 at a constant bit rate: 64 kbit/s for one channel, 128 for two. */
export async function writeMp3({ sampleRate, channels }: AudioSamples): Promise<Buffer> {
  const encoder = new Mp3Encoder(channels.length, sampleRate, channels.length === 1 ? 64 : 128)
  const [left = new Int16Array(), right] = channels.map(toPcm)
  const chunks: Uint8Array[] = []
  for (let offset = 0; offset < left.length; offset += SAMPLES_BEFORE_YIELD) {
    await setImmediate()
    const end = offset + SAMPLES_BEFORE_YIELD
    chunks.push(
      Uint8Array.from(encoder.encodeBuffer(left.subarray(offset, end), right?.subarray(offset, end))),
    )
  }
  chunks.push(Uint8Array.from(encoder.flush()))
  return Buffer.concat(chunks)
}

/** Decoded audio. */
export interface AudioSamples {
  /** Samples per second. */
  sampleRate: number
  /** Samples from -1 to 1, one array per channel. */
  channels: Float32Array[]
}

/** Converts samples to 16-bit integers. */
function toPcm(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length)
  for (let i = 0; i < samples.length; i += 1) {
    pcm[i] = Math.round(Math.min(1, Math.max(-1, samples[i]!)) * 32767)
  }
  return pcm
}

/** Interleaves channels as 16-bit integers. */
function interleave(channels: Float32Array[]): Int16Array {
  const count = channels.length
  const pcm = new Int16Array((channels[0]?.length ?? 0) * count)
  for (const [offset, samples] of channels.entries()) {
    const channel = toPcm(samples)
    for (let i = 0; i < channel.length; i += 1) pcm[i * count + offset] = channel[i]!
  }
  return pcm
}
