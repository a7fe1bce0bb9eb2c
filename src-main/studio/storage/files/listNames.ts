import { readdir } from 'node:fs/promises'

export interface ListNamesRequest {
  folder: string
  pattern: RegExp
  /** Leaves out each name for which the folder also contains the name with this suffix. */
  siblingSuffix?: string
}

/** Lists the matching names in a folder; none if it can't be read. Run it in a worker if the folder may have very many files. */
export async function listNames({ folder, pattern, siblingSuffix }: ListNamesRequest): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const present = new Set(siblingSuffix === undefined ? [] : names)
  return names.filter((name) => pattern.test(name) && !present.has(`${name}${siblingSuffix}`))
}
