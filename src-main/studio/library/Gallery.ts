import { borderErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import type { Row } from '../storage/Database.ts'
import { parseRows } from '../storage/parseRows.ts'
import type { QuarantineParts } from '../storage/quarantineRow.ts'
import { searchQuery } from './searchWords.ts'
import { TILE_COLUMNS, TILE_JOINS, tileRowSchema, toTile } from './tileRow.ts'

export type PageRequest = RouteInput<'library.page'>
export type Page = RouteOutput<'library.page'>

type Totals = Pick<Page, 'total' | 'bytes'>

const shown = (trash: boolean): string => `a.role = 'result' AND a.trashed_at IS ${trash ? 'NOT ' : ''}NULL`

const SEARCHED = 'asset_words w JOIN assets a ON a.seq = w.rowid'

/** Reads pages of results by keyset: what a page costs does not depend on how many there are. */
export class Gallery {
  readonly #parts: QuarantineParts
  #found: ({ key: string } & Totals) | null = null

  constructor(parts: QuarantineParts) {
    this.#parts = parts
  }

  /** Newest first; one statement, and one more to count the finds of a new search. */
  page({ before, limit, trash, search = '', kinds }: PageRequest): Page {
    const end = before === null ? Number.MAX_SAFE_INTEGER : Number(before)
    if (!Number.isSafeInteger(end)) throw new StudioError({ code: borderErrors.invalidInput, money: 'none' })
    const query = searchQuery(search)
    // The index runs through its finds from the newest on, and stops where the page is full.
    const from = query === null ? 'assets a' : SEARCHED
    const matching = query === null ? 'a.seq < ?' : 'w.asset_words MATCH ? AND w.rowid < ?'
    const ofKinds = kinds ? `AND a.kind IN (${kinds.map(() => '?').join(', ')})` : ''
    // The totals come first, so that a page without tiles still has them.
    const rows = this.#parts.database.all(
      `SELECT t.assets AS total_assets, t.bytes AS total_bytes, p.* FROM asset_totals t LEFT JOIN (
         SELECT ${TILE_COLUMNS} FROM ${from} ${TILE_JOINS}
           WHERE ${matching} AND ${shown(trash)} ${ofKinds} ORDER BY ${query === null ? 'a.seq' : 'w.rowid'} DESC LIMIT ?) p
         WHERE t.trashed = ? ORDER BY p.seq DESC`,
      ...(query === null ? [end] : [query, end]),
      ...(kinds ?? []),
      limit + 1,
      trash ? 1 : 0,
    )
    const totals = { total: Number(rows[0]?.['total_assets']), bytes: Number(rows[0]?.['total_bytes']) }
    const found = rows.filter(({ id }) => id !== null)
    return {
      tiles: this.tiles(found.slice(0, limit)),
      next: found.length > limit ? String(found[limit - 1]?.['seq']) : null,
      ...(query === null ? totals : this.#count(trash, query)),
    }
  }

  /** To be called when assets changed: counts of searches are taken anew. */
  forget(): void {
    this.#found = null
  }

  /** Rows of `TILE_COLUMNS` as tiles. */
  tiles(rows: Row[]): Tile[] {
    return parseRows(this.#parts, 'assets', rows, tileRowSchema).map(toTile)
  }

  #count(trash: boolean, query: string): Totals {
    const key = JSON.stringify([trash, query])
    if (this.#found?.key !== key) {
      const row = this.#parts.database.get(
        `SELECT count(*) AS total, coalesce(sum(a.bytes), 0) AS bytes FROM ${SEARCHED}
           WHERE w.asset_words MATCH ? AND ${shown(trash)}`,
        query,
      )
      this.#found = { key, total: Number(row?.['total']), bytes: Number(row?.['bytes']) }
    }
    return { total: this.#found.total, bytes: this.#found.bytes }
  }
}
