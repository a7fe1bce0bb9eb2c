import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '../../storage/database/Database.ts'
import type { Log } from '../../world.ts'
import { identifyFile } from '../downloads/formats/identifyFile.ts'
import { readImage } from '../downloads/formats/image/readImage.ts'
import { openFileSource } from '../downloads/formats/openFileSource.ts'

const rowSchema = z.object({
  seq: z.int(),
  id: z.string(),
  format: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_ms: z.int().nullable(),
})
type Row = z.infer<typeof rowSchema>

interface Dependencies {
  database: Database
  /** Returns the absolute path of an asset's file; null if the asset is unknown. */
  findPath: (id: string) => string | null
  log: Pick<Log, 'info'>
}

/**
 * Measures the files that an earlier version measured by their headers alone, one after another in the background; the thumbnails of rotated photos
 * are rendered once more. A file that can't be read is left for the next start. Returns how many were wrong.
 */
export async function measureAgain(
  { database, findPath, log }: Dependencies,
  isClosed: () => boolean,
): Promise<number> {
  let changed = 0
  for (let last = 0; !isClosed();) {
    const found = database.get(
      `SELECT seq, id, format, width, height, duration_ms FROM unmeasured_files JOIN assets ON seq = asset_seq
         WHERE asset_seq > ? ORDER BY asset_seq LIMIT 1`,
      last,
    )
    if (!found) break
    const row = rowSchema.parse(found)
    last = row.seq
    const path = findPath(row.id)
    if (path === null) continue
    if (await measure(database, row, path).catch(() => false)) changed += 1
    // Lets calls of the window go first.
    await setImmediate()
  }
  if (changed > 0) log.info('Measured files again', { changed })
  return changed
}

/** Whether the stored measurements were wrong. Rejects if the file can't be read. */
async function measure(database: Database, row: Row, path: string): Promise<boolean> {
  const file = await openFileSource(path)
  try {
    const found = await identifyFile(file.source)
    const measured = found?.kind === 'media' ? found.file : null
    const isRotated = ((await readImage(file.source, row.format))?.orientation ?? 1) !== 1
    const isWrong =
      measured !== null &&
      (measured.width !== row.width ||
        measured.height !== row.height ||
        measured.durationMs !== row.duration_ms)
    database.transaction(() => {
      if (isWrong)
        database.run(
          'UPDATE assets SET width = ?, height = ?, duration_ms = ? WHERE seq = ?',
          measured.width,
          measured.height,
          measured.durationMs,
          row.seq,
        )
      if (isRotated) database.run('UPDATE assets SET has_thumb = 0 WHERE seq = ?', row.seq)
      database.run('DELETE FROM unmeasured_files WHERE asset_seq = ?', row.seq)
    })
    return isWrong || isRotated
  } finally {
    await file.close()
  }
}
