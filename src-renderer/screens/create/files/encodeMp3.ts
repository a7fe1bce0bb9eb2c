import { Mp3Encoder } from '@breezystack/lamejs'

const KBPS = 128
/** Samples per MP3 frame. */
const FRAME_SAMPLES = 1152

/** Encodes audio as mono MP3, which every service accepts. */
export function encodeMp3(channels: readonly Float32Array[], sampleRate: number): Uint8Array<ArrayBuffer>[] {
  const encoder = new Mp3Encoder(1, sampleRate, KBPS)
  const samples = mixDown(channels)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let index = 0; index < samples.length; index += FRAME_SAMPLES)
    parts.push(Uint8Array.from(encoder.encodeBuffer(samples.subarray(index, index + FRAME_SAMPLES))))
  parts.push(Uint8Array.from(encoder.flush()))
  return parts.filter((part) => part.length > 0)
}

function mixDown(channels: readonly Float32Array[]): Int16Array {
  const length = channels[0]?.length ?? 0
  return Int16Array.from({ length }, (_, index) => {
    const sum = channels.reduce((all, channel) => all + (channel[index] ?? 0), 0)
    const level = Math.max(-1, Math.min(1, sum / channels.length))
    return Math.round(level * (level < 0 ? 0x8000 : 0x7fff))
  })
}
