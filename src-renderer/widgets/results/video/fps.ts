import type { Values } from '../../../../src-preload/contract/types/form.ts'

const USUAL = 30
const NAMES = ['fps', 'frame_rate', 'frames_per_second']

/** Frames per second the parameters asked for; undefined where it says nothing of it. */
export function askedFps(values: Values | undefined): number | undefined {
  for (const name of NAMES) {
    const fps = values?.[name]
    if (typeof fps === 'number' && fps > 0) return fps
  }
  return undefined
}

/** Frames per second by the times of frames seen one after another, in seconds; undefined from too few. */
export function seenFps(times: readonly number[]): number | undefined {
  const gaps = times.flatMap((time, at) => {
    const gap = time - (times[at - 1] ?? time)
    return gap > 0.001 ? [gap] : []
  })
  if (gaps.length < 3) return undefined
  // Frames are left out when the machine is busy, never put in: a small gap is one frame.
  const small = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)]
  return small === undefined ? undefined : 1 / small
}

/**
 * Where the frame beside the one at `time` is, in seconds: its middle, so that rounding cannot land on the neighbour.
 */
export function stepFrame(time: number, by: 1 | -1, fps: number | undefined, duration: number): number {
  const length = 1 / (fps ?? USUAL)
  const frame = Math.floor(time / length + 1e-4) + by
  const last = Math.max(0, Math.ceil(duration / length - 1e-4) - 1)
  return (Math.min(last, Math.max(0, frame)) + 0.5) * length
}
