import type { Stats } from 'node:fs'

/** Whether two files have the same size and time. Some file systems store only whole or even seconds. */
export function isSameVersion(copy: Stats, source: Stats): boolean {
  const tolerance = copy.mtimeMs % 1000 === 0 ? 2000 : 2
  return copy.size === source.size && Math.abs(copy.mtimeMs - source.mtimeMs) <= tolerance
}
