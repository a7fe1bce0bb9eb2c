import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Database } from '../../src-main/studio/storage/database/Database.ts'
import { prepareLibraryPaths } from '../../src-main/studio/storage/files/folders.ts'
import { migrate } from '../../src-main/studio/storage/update/migrate.ts'
import { migrations } from '../../src-main/studio/storage/migrations/index.ts'
import { fillDatabase } from './fillDatabase.ts'
import { planExtent } from './planJobs.ts'
import { seedFiles } from './seedFiles.ts'

interface Options {
  jobs: number
  folder: string
  /** Share of the distinct files to create; all by default. */
  share?: number
  onProgress?: (jobs: number) => void
}

/** Fills a data folder that has no database with a generated history. */
export async function seed({ jobs, folder, share = 1, onProgress = () => {} }: Options): Promise<void> {
  const places = prepareLibraryPaths(folder)
  if (existsSync(places.database)) throw new Error(`There is a library in ${folder} already`)
  const sources = join(places.library, 'seed')
  mkdirSync(sources, { recursive: true, mode: 0o700 })
  const files = await seedFiles(sources, share)
  const database = new Database(places.database)
  try {
    migrate(database, migrations, () => {})
    fillDatabase({ database, folders: places, extent: planExtent(jobs), files, now: Date.now(), onProgress })
  } finally {
    database.close()
  }
}
