/** A section of an audio file, in seconds. */
export interface Region {
  start: number
  end: number
}

/** A shorter region, in seconds, is inaudible. */
const MIN_LENGTH = 0.05

/** The region between two times in any order; undefined if it is too short. */
export function regionOf(a: number, b: number, duration: number): Region | undefined {
  const start = Math.max(0, Math.min(a, b))
  const end = Math.min(duration, Math.max(a, b))
  return end - start < MIN_LENGTH ? undefined : { start, end }
}

/** Moves one end of a region, at most up to the other end. */
export const moveEdge = (region: Region, edge: keyof Region, to: number, duration: number): Region =>
  edge === 'start'
    ? { ...region, start: Math.max(0, Math.min(to, region.end - MIN_LENGTH)) }
    : { ...region, end: Math.min(duration, Math.max(to, region.start + MIN_LENGTH)) }

/** The time to jump back to when the region's end is reached; undefined before that. */
export const loopRestart = (region: Region | undefined, time: number): number | undefined =>
  region !== undefined && time >= region.end - 0.005 ? region.start : undefined
