import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '../seed/seed.ts'

/** The libraries of a comparison. */
export interface LibraryOptions {
  /** Numbers of jobs, the smallest library first. */
  sizes: number[]
  /** Folders filled by `npm run seed` with these numbers of jobs, to use instead of new ones. */
  folders: string[]
}

export interface SeededLibrary {
  jobs: number
  dataFolder: string
}

/** Calls `use` with a seeded library of each size. Deletes those that it has created. */
export async function withLibraries<T>(
  { sizes, folders }: LibraryOptions,
  use: (libraries: SeededLibrary[]) => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  try {
    const libraries: SeededLibrary[] = []
    for (const [index, jobs] of sizes.entries()) {
      const dataFolder = folders[index] ?? join(root, String(index))
      if (folders[index] === undefined) await seed({ jobs, folder: dataFolder })
      libraries.push({ jobs, dataFolder })
    }
    return await use(libraries)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
