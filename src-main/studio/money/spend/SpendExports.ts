import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Media } from '../../library/assets/media.ts'
import type { DiskGuard } from '../../storage/files/DiskGuard.ts'
import { makeFolderDurably } from '../../storage/files/durableFiles.ts'
import { isDiskFull, toStorageError } from '../../storage/files/storageError.ts'
import type { Clock } from '../../world.ts'
import { BOM, csvLine } from '../../csv.ts'
import type { ExportPage, ExportCursor } from './readExportPage.ts'
import type { SpendReports } from './SpendReports.ts'
import { QUARTER_HOUR_MS } from '../../storage/database/spendQuarters.ts'

/** Older exports are deleted. */
const MAX_AGE_MS = 3_600_000
const COLUMNS =
  'time day task model connection collection batch request_id state quote reserved completed in_progress refunded refund_unconfirmed charge_unconfirmed files title'

interface Dependencies {
  reports: Pick<SpendReports, 'days'>
  readPage: (cursor: ExportCursor) => Promise<ExportPage>
  /** Folder of the exports; the first export creates it. */
  folder: string
  disk: Pick<DiskGuard, 'requireConnected'>
  clock: Clock
  uuid: () => string
}

/** Writes the jobs of a period to files, page by page, so that they are never all in memory. */
export class SpendExports {
  readonly #dependencies: Dependencies
  readonly #fileNames = new Map<string, string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** @throws StudioError `export_disk_full`, `disk_failed`, `library_disconnected`. */
  async write(input: RouteInput<'spend.export'>): Promise<RouteOutput<'spend.export'>> {
    const { folder, disk } = this.#dependencies
    disk.requireConnected()
    try {
      return await this.#write(input)
    } catch (error) {
      if (isDiskFull(error)) throw new StudioError({ code: libraryErrors.exportDiskFull, money: 'none' })
      throw toStorageError(error, folder)
    }
  }

  async #write({ period, bom }: RouteInput<'spend.export'>): Promise<RouteOutput<'spend.export'>> {
    const { folder, reports, uuid } = this.#dependencies
    await makeFolderDurably(folder)
    await this.#removeOld()
    const id = uuid()
    const { from, to, span } = reports.days(period)
    const file = await open(this.#path(id), 'wx', 0o600)
    let jobs = 0
    let cursor: ExportCursor | null = {
      at: span.from * QUARTER_HOUR_MS,
      id: -1,
      to: span.to * QUARTER_HOUR_MS,
      newest: null,
    }
    try {
      await file.writeFile(`${bom ? BOM : ''}${csvLine(COLUMNS.split(' '))}`)
      while (cursor) {
        const page: ExportPage = await this.#dependencies.readPage(cursor)
        await file.writeFile(page.text)
        jobs += page.jobs
        cursor = page.next
      }
    } catch (error) {
      await rm(this.#path(id), { force: true }).catch(() => {})
      throw error
    } finally {
      await file.close()
    }
    const days = from === to ? from : `${from}-to-${to}`
    const fileName = `easel-spend-${days}.csv`
    this.#fileNames.set(id, fileName)
    return { id, fileName, jobs }
  }

  /** The file of an export; null if it expired. */
  async find(id: string): Promise<Media | null> {
    const fileName = this.#fileNames.get(id)
    const path = this.#path(id)
    const found = fileName === undefined ? null : await stat(path).catch(() => null)
    return found && fileName !== undefined ? { mime: 'text/csv', fileName, path, bytes: found.size } : null
  }

  async close(): Promise<void> {
    await rm(this.#dependencies.folder, { recursive: true, force: true }).catch(() => {})
  }

  #path(id: string): string {
    return join(this.#dependencies.folder, `${id}.csv`)
  }

  async #removeOld(): Promise<void> {
    const { folder, clock } = this.#dependencies
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => null)
      if (found && clock.now() - found.mtimeMs > MAX_AGE_MS) await rm(path, { force: true })
    }
  }
}
