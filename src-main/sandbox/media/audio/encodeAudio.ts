import type { ResultFile } from '../../operations/Operation.ts'
import { type AudioSamples, interleave, toPcm } from './pcm.ts'
import { writeMp3 } from './mp3.ts'
import { createHash } from 'node:crypto'

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
function writeWav({ rate, channels }: AudioSamples): Buffer {
  const pcm = interleave(channels)
  const body = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + body.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(channels.length, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * channels.length * 2, 28)
  head.writeUInt16LE(channels.length * 2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(body.length, 40)
  return Buffer.concat([head, body])
}

/** Samples per frame, which a frame's header encodes as 0xc. */
const BLOCK_SIZE = 4096

/** Encodes FLAC with verbatim (unpredicted) subframes: lossless, but not smaller than WAV. */
function writeFlac({ rate, channels }: AudioSamples): Buffer {
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
  const packed = (BigInt(rate) << 44n) | (BigInt(channels.length - 1) << 41n) | (15n << 36n) | BigInt(total)
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
  return Buffer.from(String.fromCodePoint(number >= 0xd800 ? number + 0x800 : number))
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
