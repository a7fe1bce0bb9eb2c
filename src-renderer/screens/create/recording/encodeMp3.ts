import { Mp3Encoder } from '@breezystack/lamejs'

const KBPS = 128
/** What the encoder takes at a time: one frame. */
const FRAME = 1152

/** An audio file as MP3, mixed down to one channel: what every service takes, whatever the browser records. */
export function encodeMp3(channels: readonly Float32Array[], sampleRate: number): Uint8Array<ArrayBuffer>[] {
  const encoder = new Mp3Encoder(1, sampleRate, KBPS)
  const samples = mixDown(channels)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < samples.length; at += FRAME)
    parts.push(Uint8Array.from(encoder.encodeBuffer(samples.subarray(at, at + FRAME))))
  parts.push(Uint8Array.from(encoder.flush()))
  return parts.filter((part) => part.length > 0)
}

function mixDown(channels: readonly Float32Array[]): Int16Array {
  const length = channels[0]?.length ?? 0
  return Int16Array.from({ length }, (_, at) => {
    const sum = channels.reduce((all, channel) => all + (channel[at] ?? 0), 0)
    const level = Math.max(-1, Math.min(1, sum / channels.length))
    return Math.round(level * (level < 0 ? 0x8000 : 0x7fff))
  })
}
