import { lstatSync, realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'

/** The absolute path of `relative` under `root`; null if it is outside, by its name or through a symbolic link. */
export function resolveInside(root: string, relative: string): string | null {
  const base = resolve(root)
  const path = resolve(base, relative)
  if (!path.startsWith(base + sep) || relative.includes('\0')) return null
  return leadsOutside(base, path) ? null : path
}

/** Whether a symbolic link on the path points outside. For a path that doesn't exist yet, its folder is checked. */
function leadsOutside(base: string, path: string): boolean {
  try {
    return !realpathSync.native(path).startsWith(realpathSync.native(base) + sep)
  } catch {
    if (isBrokenLink(path)) return true
    const folder = dirname(path)
    return folder !== base && leadsOutside(base, folder)
  }
}

/** Whether a path that can't be resolved is a link. False if it can't be looked up: then the file can't be opened either. */
function isBrokenLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}
