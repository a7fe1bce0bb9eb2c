import type { Artefact } from '../operations/Operation.ts'
import type { Sound } from './Sound.ts'
import { writeFlac } from './writeFlac.ts'
import { writeMp3 } from './writeMp3.ts'
import { writeWav } from './writeWav.ts'

/** Encodes sound as `mp3`, `wav` or `flac`. */
export async function encodeSound(sound: Sound, format: string): Promise<Artefact> {
  switch (format) {
    case 'wav':
      return { bytes: writeWav(sound), mime: 'audio/wav' }
    case 'flac':
      return { bytes: writeFlac(sound), mime: 'audio/flac' }
    default:
      return { bytes: await writeMp3(sound), mime: 'audio/mpeg' }
  }
}
