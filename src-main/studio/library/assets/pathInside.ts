import { lstatSync, realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'

/** The absolute path of `relative` under `root`; null if it leads outside, by its name or by a symbolic link. */
export function pathInside(root: string, relative: string): string | null {
  const base = resolve(root)
  const path = resolve(base, relative)
  if (!path.startsWith(base + sep) || relative.includes('\0')) return null
  return leadsOut(base, path) ? null : path
}

/** Whether a symbolic link on the path leads elsewhere. A path that does not exist yet is judged by its folder. */
function leadsOut(base: string, path: string): boolean {
  try {
    return !realpathSync.native(path).startsWith(realpathSync.native(base) + sep)
  } catch {
    if (lstatSync(path, { throwIfNoEntry: false })) return true
    const folder = dirname(path)
    return folder !== base && leadsOut(base, folder)
  }
}
