import { z } from 'zod'
import { borderErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Row } from '../storage/Database.ts'
import { parseRows } from '../storage/parseRows.ts'
import type { QuarantineParts } from '../storage/quarantineRow.ts'
import { assetRowSchema, toAsset } from './assetRow.ts'
import { searchPatterns } from './searchPatterns.ts'

export type PageRequest = RouteInput<'library.page'>
export type Page = RouteOutput<'library.page'>

type Totals = Pick<Page, 'total' | 'bytes'>

const tileRowSchema = assetRowSchema.extend({
  title: z.string().nullable(),
  model_name: z.string().nullable(),
  price: z.int().nonnegative().nullable(),
  seed: z.int().nullable(),
})

const toTile = (row: z.infer<typeof tileRowSchema>): Tile => ({
  ...toAsset(row),
  title: row.title ?? '',
  modelName: row.model_name ?? '',
  price: row.price,
  seed: row.seed,
})

const shown = (trash: boolean, words: number): string =>
  [
    `a.role = 'result' AND a.trashed_at IS ${trash ? 'NOT ' : ''}NULL`,
    ...Array.from({ length: words }, () => `j.title LIKE ? ESCAPE '\\'`),
  ].join(' AND ')

/** Reads pages of results by keyset: what a page costs does not depend on how many there are. */
export class Gallery {
  readonly #parts: QuarantineParts
  #found: ({ key: string } & Totals) | null = null

  constructor(parts: QuarantineParts) {
    this.#parts = parts
  }

  /** Newest first; one statement, and one more to count the finds of a new search. */
  page({ before, limit, trash, search = '' }: PageRequest): Page {
    const end = before === null ? Number.MAX_SAFE_INTEGER : Number(before)
    if (!Number.isSafeInteger(end)) throw new StudioError({ code: borderErrors.invalidInput, money: 'none' })
    const words = searchPatterns(search)
    // The totals come first, so that a page without tiles still has them.
    const rows = this.#parts.database.all(
      `SELECT t.assets AS total_assets, t.bytes AS total_bytes, p.* FROM asset_totals t LEFT JOIN (
         SELECT a.*, j.title, j.model_name, j.price, j.seed FROM assets a LEFT JOIN jobs j ON j.id = a.job_id
           WHERE a.seq < ? AND ${shown(trash, words.length)} ORDER BY a.seq DESC LIMIT ?) p
         WHERE t.trashed = ? ORDER BY p.seq DESC`,
      end,
      ...words,
      limit + 1,
      trash ? 1 : 0,
    )
    const totals = { total: Number(rows[0]?.['total_assets']), bytes: Number(rows[0]?.['total_bytes']) }
    const found = rows.filter(({ id }) => id !== null)
    return {
      tiles: this.#tiles(found.slice(0, limit)),
      next: found.length > limit ? String(found[limit - 1]?.['seq']) : null,
      ...(words.length > 0 ? this.#count(trash, words) : totals),
    }
  }

  /** To be called when assets changed: counts of searches are taken anew. */
  forget(): void {
    this.#found = null
  }

  #tiles(rows: Row[]): Tile[] {
    return parseRows(this.#parts, 'assets', rows, tileRowSchema).map(toTile)
  }

  #count(trash: boolean, words: string[]): Totals {
    const key = JSON.stringify([trash, words])
    if (this.#found?.key !== key) {
      const row = this.#parts.database.get(
        `SELECT count(*) AS total, coalesce(sum(a.bytes), 0) AS bytes FROM assets a JOIN jobs j ON j.id = a.job_id
           WHERE ${shown(trash, words.length)}`,
        ...words,
      )
      this.#found = { key, total: Number(row?.['total']), bytes: Number(row?.['bytes']) }
    }
    return { total: this.#found.total, bytes: this.#found.bytes }
  }
}
