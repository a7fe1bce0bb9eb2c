import { readdir } from 'node:fs/promises'

export interface NamesRequest {
  folder: string
  pattern: RegExp
  /** Leaves out a name that stands in the folder with this at its end too. */
  without?: string
}

/** Names in a folder that match; none where it can't be read. A folder may hold very many: run in a worker but for short ones. */
export async function namesIn({ folder, pattern, without }: NamesRequest): Promise<string[]> {
  const all = await readdir(folder).catch(() => [])
  const known = new Set(without === undefined ? [] : all)
  return all.filter((name) => pattern.test(name) && !known.has(`${name}${without}`))
}
