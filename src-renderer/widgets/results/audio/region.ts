/** A stretch of an audio file, in seconds. */
export interface Region {
  start: number
  end: number
}

/** Shorter than this nothing can be heard. */
const SHORTEST = 0.05

/** The stretch between two places, in whatever order; undefined where it is too short to be one. */
export function regionOf(a: number, b: number, duration: number): Region | undefined {
  const start = Math.max(0, Math.min(a, b))
  const end = Math.min(duration, Math.max(a, b))
  return end - start < SHORTEST ? undefined : { start, end }
}

/** One end of a stretch moved, never past the other. */
export const moveEdge = (region: Region, edge: keyof Region, to: number, duration: number): Region =>
  edge === 'start'
    ? { ...region, start: Math.max(0, Math.min(to, region.end - SHORTEST)) }
    : { ...region, end: Math.min(duration, Math.max(to, region.start + SHORTEST)) }

/** Where a looped stretch goes on from: its beginning once its end is passed, otherwise undefined. */
export const loopFrom = (region: Region | undefined, time: number): number | undefined =>
  region !== undefined && time >= region.end - 0.005 ? region.start : undefined
