/** Decoded audio. */
export interface AudioSamples {
  /** Samples per second. */
  rate: number
  /** Samples from -1 to 1, one array per channel. */
  channels: Float32Array[]
}

/** Converts samples to 16-bit integers. */
export function toPcm(samples: Float32Array): Int16Array {
  const pcm = new Int16Array(samples.length)
  for (let i = 0; i < samples.length; i += 1) {
    pcm[i] = Math.round(Math.min(1, Math.max(-1, samples[i]!)) * 32767)
  }
  return pcm
}

/** Interleaves channels as 16-bit integers. */
export function interleave(channels: Float32Array[]): Int16Array {
  const count = channels.length
  const pcm = new Int16Array((channels[0]?.length ?? 0) * count)
  for (const [offset, samples] of channels.entries()) {
    const channel = toPcm(samples)
    for (let i = 0; i < channel.length; i += 1) pcm[i * count + offset] = channel[i]!
  }
  return pcm
}
