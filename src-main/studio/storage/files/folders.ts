import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { readdir } from 'node:fs/promises'

/**
 * Creates a folder and any missing parents, accessible only to the current user. Works one level at a time, because mkdir's
 * `recursive` option never returns on file systems such as /proc that report an existing parent as missing.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

export interface ListNamesRequest {
  /** Absolute path. */
  folder: string
  pattern: RegExp
  /** Leaves out each name for which the folder also contains the name with this suffix. */
  siblingSuffix?: string
}

/** Lists the names in a folder that match; none if it can't be read. Run it in a worker if the folder may have very many files. */
export async function listNames({ folder, pattern, siblingSuffix }: ListNamesRequest): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const present = new Set(siblingSuffix === undefined ? [] : names)
  return names.filter((name) => pattern.test(name) && !present.has(`${name}${siblingSuffix}`))
}
