import { resolve, sep } from 'node:path'

/** The absolute path of `relative` under `root`; null where it leads out of it. */
export function pathInside(root: string, relative: string): string | null {
  const base = resolve(root)
  const path = resolve(base, relative)
  return path.startsWith(base + sep) && !relative.includes('\0') ? path : null
}
