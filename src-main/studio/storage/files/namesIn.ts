import { readdir } from 'node:fs/promises'

export interface NamesRequest {
  folder: string
  pattern: RegExp
  /** Leaves out a name if the folder also contains that name with this suffix. */
  without?: string
}

/** The matching names in a folder; none if it can't be read. Run it in a worker for a folder that may have very many files. */
export async function namesIn({ folder, pattern, without }: NamesRequest): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const present = new Set(without === undefined ? [] : names)
  return names.filter((name) => pattern.test(name) && !present.has(`${name}${without}`))
}
