import { join } from 'node:path'
import type { SizeGroup } from '../../../../src-preload/contract/types/maintenance.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { LibraryPaths, listNames } from '../../storage/files/folders.ts'

/** Rows summed in one slice, after which other queries can run. */
const SLICE = 20_000
/** Folders of thumbnails measured by one task, which has a deadline. */
const FOLDERS_PER_TASK = 16

type Size = Omit<SizeGroup, 'group'>

const GROUP_OF_KIND: Record<string, SizeGroup['group']> = {
  image: 'images',
  video: 'videos',
  audio: 'audio',
}

/** Counts the files of all assets and their bytes by group, in slices. */
export function* measureAssets(database: Database): Generator<undefined, SizeGroup[]> {
  const sizes = new Map<SizeGroup['group'], Size>()
  const last = Number(database.get('SELECT max(seq) AS seq FROM assets')?.['seq'] ?? 0)
  for (let from = 0; from <= last; from += SLICE) {
    const rows = database.all(
      'SELECT role, kind, count(*) AS files, sum(bytes) AS bytes FROM assets WHERE seq > ? AND seq <= ? GROUP BY role, kind',
      from,
      from + SLICE,
    )
    for (const { role, kind, files, bytes } of rows) {
      const group =
        role === 'input'
          ? 'inputs'
          : role === 'alternative'
            ? 'alternatives'
            : (GROUP_OF_KIND[String(kind)] ?? 'texts')
      const known = sizes.get(group) ?? { files: 0, bytes: 0 }
      sizes.set(group, { files: known.files + Number(files), bytes: known.bytes + Number(bytes) })
    }
    yield
  }
  return [...sizes].map(([group, size]) => ({ group, ...size }))
}

interface Dependencies {
  paths: LibraryPaths
  dataFolder: string
  /** Both run in a worker. */
  measure: (folders: readonly string[]) => Promise<Size>
  listFolder: typeof listNames
}

/** Counts the thumbnails, recovered files, database files, backups and logs, and their bytes, by group. */
export async function measureOtherFiles({
  paths,
  dataFolder,
  measure,
  listFolder,
}: Dependencies): Promise<SizeGroup[]> {
  const thumbnails = { files: 0, bytes: 0 }
  const names = await listFolder({ folder: paths.thumbs, pattern: /^..$/u })
  for (let start = 0; start < names.length; start += FOLDERS_PER_TASK) {
    const size = await measure(
      names.slice(start, start + FOLDERS_PER_TASK).map((name) => join(paths.thumbs, name)),
    )
    thumbnails.files += size.files
    thumbnails.bytes += size.bytes
  }
  const [database, backups, found, logs] = await Promise.all([
    measure([dataFolder]),
    measure([paths.backups]),
    measure([paths.found]),
    measure([join(dataFolder, 'logs')]),
  ])
  return [
    { group: 'thumbnails', ...thumbnails },
    { group: 'found', ...found },
    { group: 'database', ...database },
    { group: 'backups', ...backups },
    { group: 'logs', ...logs },
  ]
}
