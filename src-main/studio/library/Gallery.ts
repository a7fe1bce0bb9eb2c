import { borderErrors, collectionErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import type { Row } from '../storage/Database.ts'
import { parseRows } from '../storage/parseRows.ts'
import type { QuarantineParts } from '../storage/quarantineRow.ts'
import { pageQuery, type Statement } from './pageQuery.ts'
import { tileRowSchema, toTile } from './tileRow.ts'

export type PageRequest = RouteInput<'library.page'>
export type Page = RouteOutput<'library.page'>

type Totals = Pick<Page, 'total' | 'bytes'>

/** Runs a statement beside the main thread. */
export type SelectBeside = (sql: string, values: (string | number)[]) => Promise<Row[]>

/** Reads pages of results by keyset: what a page costs does not depend on how many there are, unless a search or filter has to look for them. */
export class Gallery {
  readonly #parts: QuarantineParts
  readonly #selectBeside: SelectBeside | undefined
  #found: ({ key: string } & Totals) | null = null
  /** Grows with each change of an asset: counts taken before are not kept. */
  #changes = 0

  constructor(parts: QuarantineParts, selectBeside?: SelectBeside) {
    this.#parts = parts
    this.#selectBeside = selectBeside
  }

  /** Newest first; one statement, and one more to count what a new search or filter finds. */
  page(request: PageRequest): Page {
    const steps = this.#read(request)
    for (
      let step = steps.next();
      ;
      step = steps.next(this.#parts.database.all(step.value.sql, ...step.value.values))
    )
      if (step.done === true) return step.value
  }

  /** The same without holding up the main thread: where its cost depends on the history, it is read beside it. */
  async pageBeside(request: PageRequest): Promise<Page> {
    const { search = '', kinds = [], starred = false, collection, trash } = request
    const isSeek = search === '' && kinds.length === 0 && !starred && (collection === undefined || !trash)
    const select = this.#selectBeside
    if (isSeek || !select) return this.page(request)
    const steps = this.#read(request)
    for (let step = steps.next(); ; step = steps.next(await select(step.value.sql, step.value.values)))
      if (step.done === true) return step.value
  }

  *#read({ before, after, limit, ...view }: PageRequest): Generator<Statement, Page, Row[]> {
    const upwards = after !== undefined
    const edge = upwards ? Number(after ?? 0) : before === null ? Number.MAX_SAFE_INTEGER : Number(before)
    if (!Number.isSafeInteger(edge)) throw new StudioError({ code: borderErrors.invalidInput, money: 'none' })
    const query = pageQuery(view)
    const rows = yield query.page(upwards ? 'after' : 'before', edge, limit + 1)
    if (rows.length === 0) throw new StudioError({ code: collectionErrors.notFound, money: 'none' })
    const totals = { total: Number(rows[0]?.['total_assets']), bytes: Number(rows[0]?.['total_bytes']) }
    const found = rows.filter(({ id }) => id !== null)
    const shown = upwards ? found.slice(-limit) : found.slice(0, limit)
    const outer = found.length > limit ? String(shown.at(upwards ? 0 : -1)?.['seq']) : null
    return {
      tiles: this.tiles(shown),
      // What it was asked after comes next.
      ...(upwards ? { newer: outer, next: after === null ? null : String(edge + 1) } : { next: outer }),
      ...(query.count === null ? totals : yield* this.#count(query.count)),
    }
  }

  /** To be called when assets changed: counts of searches are taken anew. */
  forget(): void {
    this.#found = null
    this.#changes++
  }

  /** Rows of `TILE_COLUMNS` as tiles. */
  tiles(rows: Row[]): Tile[] {
    return parseRows(this.#parts, 'assets', rows, tileRowSchema).map(toTile)
  }

  *#count({ sql, values }: Statement): Generator<Statement, Totals, Row[]> {
    const key = JSON.stringify([sql, values])
    if (this.#found?.key === key) return { total: this.#found.total, bytes: this.#found.bytes }
    const changes = this.#changes
    const [row] = yield { sql, values }
    const totals = { total: Number(row?.['total']), bytes: Number(row?.['bytes']) }
    if (changes === this.#changes) this.#found = { key, ...totals }
    return totals
  }
}
