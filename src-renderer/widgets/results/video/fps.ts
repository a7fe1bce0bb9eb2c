import type { Values } from '../../../../src-preload/contract/types/form.ts'

const DEFAULT_FPS = 30
const FPS_PARAMETERS = ['fps', 'frame_rate', 'frames_per_second']

/** Requested frames per second; undefined if the parameters have none. */
export function requestedFps(values: Values | undefined): number | undefined {
  for (const name of FPS_PARAMETERS) {
    const fps = values?.[name]
    if (typeof fps === 'number' && fps > 0) return fps
  }
  return undefined
}

/** Frames per second measured from the times of consecutive frames, in seconds; undefined if there are too few. */
export function measuredFps(times: readonly number[]): number | undefined {
  const gaps = times.flatMap((time, index) => {
    const gap = time - (times[index - 1] ?? time)
    return gap > 0.001 ? [gap] : []
  })
  if (gaps.length < 3) return undefined
  // A busy machine drops frames but never adds any, so a short gap is one frame.
  const shortGap = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 4)]
  return shortGap === undefined ? undefined : 1 / shortGap
}

/**
 * Time of the next or previous frame in seconds: its middle, so that rounding can't select a neighbouring frame.
 */
export function adjacentFrameTime(
  time: number,
  direction: 1 | -1,
  fps: number | undefined,
  duration: number,
): number {
  const length = 1 / (fps ?? DEFAULT_FPS)
  const frame = Math.floor(time / length + 1e-4) + direction
  const last = Math.max(0, Math.ceil(duration / length - 1e-4) - 1)
  return (Math.min(last, Math.max(0, frame)) + 0.5) * length
}
