import { borderErrors, collectionErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import type { Row } from '../storage/Database.ts'
import { parseRows } from '../storage/parseRows.ts'
import type { QuarantineParts } from '../storage/quarantineRow.ts'
import { type PageQuery, pageQuery } from './pageQuery.ts'
import { tileRowSchema, toTile } from './tileRow.ts'

export type PageRequest = RouteInput<'library.page'>
export type Page = RouteOutput<'library.page'>

type Totals = Pick<Page, 'total' | 'bytes'>

/** Reads pages of results by keyset: what a page costs does not depend on how many there are. */
export class Gallery {
  readonly #parts: QuarantineParts
  #found: ({ key: string } & Totals) | null = null

  constructor(parts: QuarantineParts) {
    this.#parts = parts
  }

  /** Newest first; one statement, and one more to count what a new search or filter finds. */
  page({ before, after, limit, ...view }: PageRequest): Page {
    const upwards = after !== undefined
    const edge = upwards ? Number(after ?? 0) : before === null ? Number.MAX_SAFE_INTEGER : Number(before)
    if (!Number.isSafeInteger(edge)) throw new StudioError({ code: borderErrors.invalidInput, money: 'none' })
    const query = pageQuery(view)
    const { sql, values } = query.page(upwards ? 'after' : 'before', edge, limit + 1)
    const rows = this.#parts.database.all(sql, ...values)
    if (rows.length === 0) throw new StudioError({ code: collectionErrors.notFound, money: 'none' })
    const totals = { total: Number(rows[0]?.['total_assets']), bytes: Number(rows[0]?.['total_bytes']) }
    const found = rows.filter(({ id }) => id !== null)
    const shown = upwards ? found.slice(-limit) : found.slice(0, limit)
    const outer = found.length > limit ? String(shown.at(upwards ? 0 : -1)?.['seq']) : null
    return {
      tiles: this.tiles(shown),
      // What it was asked after comes next.
      ...(upwards ? { newer: outer, next: after === null ? null : String(edge + 1) } : { next: outer }),
      ...(query.count === null ? totals : this.#count(query.count)),
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

  #count({ sql, values }: NonNullable<PageQuery['count']>): Totals {
    const key = JSON.stringify([sql, values])
    if (this.#found?.key !== key) {
      const row = this.#parts.database.get(sql, ...values)
      this.#found = { key, total: Number(row?.['total']), bytes: Number(row?.['bytes']) }
    }
    return { total: this.#found.total, bytes: this.#found.bytes }
  }
}
