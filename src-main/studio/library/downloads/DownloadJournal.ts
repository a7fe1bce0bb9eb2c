import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { assetKindSchema } from '../../../../src-preload/contract/types/asset.ts'
import type { StoredFile } from './DownloadOutcome.ts'
import { resolveInside } from '../assets/resolveInside.ts'
import type { Database } from '../../storage/database/Database.ts'
import { jsonColumn } from '../../storage/database/parseRows.ts'
import { hashFile } from '../assets/hashFile.ts'

const rowSchema = z.object({
  file: jsonColumn(
    z.object({
      path: z.string(),
      bytes: z.int().nonnegative(),
      sha256: z.string(),
      kind: assetKindSchema,
      mime: z.string(),
      format: z.string(),
      width: z.int().nullable(),
      height: z.int().nullable(),
      durationMs: z.int().nullable(),
    }),
  ),
})

interface Dependencies {
  database: Database
  libraryFolder: string
}

/**
 * Records each result file right before it gets its final name. If the program crashes before the job is saved, the job finds its file
 * here and doesn't download it again.
 */
export class DownloadJournal {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Records a file. Call it when the file is complete and synced under its temporary name. */
  record(jobId: string, file: StoredFile): void {
    this.#dependencies.database.run(
      'INSERT INTO download_journal VALUES (?, ?, ?)',
      file.path,
      jobId,
      JSON.stringify(file),
    )
  }

  /** The recorded file of a job, if it can be read and its bytes are unchanged. */
  async find(jobId: string): Promise<StoredFile | null> {
    const { database, libraryFolder } = this.#dependencies
    for (const row of database.all('SELECT file FROM download_journal WHERE job_id = ?', jobId)) {
      const file = rowSchema.safeParse(row).data?.file
      const path = file && resolveInside(libraryFolder, file.path)
      if (path && (await hasSameBytes(path, file))) return file
    }
    return null
  }

  /** Whether this file is recorded for a job that is not saved yet. */
  isRecordedForOpenJob(path: string): boolean {
    const sql =
      "SELECT 1 FROM download_journal d JOIN jobs j ON j.id = d.job_id WHERE d.path = ? AND j.state IN ('saving', 'unsaved')"
    return this.#dependencies.database.get(sql, path) !== undefined
  }

  /** Removes the records of a job. Call it in the transaction that saves the job. */
  remove(jobId: string): void {
    this.#dependencies.database.run('DELETE FROM download_journal WHERE job_id = ?', jobId)
  }
}

async function hasSameBytes(path: string, { bytes, sha256 }: StoredFile): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile() || found.size !== bytes) return false
  return (await hashFile(path).catch(() => null)) === sha256
}
