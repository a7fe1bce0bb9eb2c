import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { seed } from '../seed/seed.ts'

/** The libraries of a comparison. */
export interface LibraryOptions {
  /** Numbers of jobs of new libraries, the smallest one first. */
  sizes: number[]
  /** Libraries filled by `npm run seed`, the smallest one first, to use instead of new ones. */
  folders: string[]
}

export interface SeededLibrary {
  jobs: number
  dataFolder: string
}

/** Calls `use` with the libraries of the folders, or with a new one of each size, which it deletes at the end. */
export async function withLibraries<T>(
  { sizes, folders }: LibraryOptions,
  use: (libraries: SeededLibrary[]) => Promise<T>,
): Promise<T> {
  if (folders.length > 0)
    return use(folders.map((dataFolder) => ({ jobs: countJobs(dataFolder), dataFolder })))
  const root = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  try {
    const libraries: SeededLibrary[] = []
    for (const [index, jobs] of sizes.entries()) {
      const dataFolder = join(root, String(index))
      await seed({ jobs, folder: dataFolder })
      libraries.push({ jobs, dataFolder })
    }
    return await use(libraries)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function countJobs(dataFolder: string): number {
  const database = new DatabaseSync(join(dataFolder, 'easel.db'), { readOnly: true })
  try {
    return Number(database.prepare('SELECT count(*) AS jobs FROM jobs').get()?.['jobs'])
  } finally {
    database.close()
  }
}
