import type { ResultFile } from '../../operations/Operation.ts'
import { type AudioSamples, interleave } from './pcm.ts'
import { writeFlac } from './writeFlac.ts'
import { writeMp3 } from './mp3.ts'

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
