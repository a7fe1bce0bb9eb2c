/**
 * The loudest moment of each of `count` equal stretches of an audio file, 0 to 1, over all channels; scaled so that the
 * loudest of all is 1. Silence stays 0.
 */
export function peaksOf(channels: readonly Float32Array[], count: number): number[] {
  const length = channels[0]?.length ?? 0
  const peaks = Array.from({ length: count }, (_, at) => {
    const first = Math.floor((at * length) / count)
    const end = Math.max(first + 1, Math.floor(((at + 1) * length) / count))
    return Math.max(0, ...channels.map((channel) => loudest(channel, first, Math.min(end, length))))
  })
  const whole = Math.max(...peaks, 0)
  return whole < 1e-4 ? peaks.map(() => 0) : peaks.map((peak) => peak / whole)
}

function loudest(channel: Float32Array, first: number, end: number): number {
  let most = 0
  for (let at = first; at < end; at++) most = Math.max(most, Math.abs(channel[at] ?? 0))
  return most
}
