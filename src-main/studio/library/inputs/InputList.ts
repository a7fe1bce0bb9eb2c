import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { TILE_COLUMNS, TILE_JOINS } from '../assets/assetRow.ts'

/** Rows scanned at a time for a name. */
const ROWS_PER_SCAN = 200

interface Dependencies {
  database: Database
  /** Validates rows and converts them to tiles. */
  toTiles: (rows: Row[]) => Tile[]
}

/** Inputs of earlier jobs, newest first, for reuse; searchable by any part of their names. */
export class InputList {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  page({ before, limit, kinds, search = '' }: RouteInput<'inputs.page'>): RouteOutput<'inputs.page'> {
    const searchWords = normalize(search).split(/\s+/).filter(Boolean)
    const found: Row[] = []
    for (let beforeSeq = Number(before ?? Number.MAX_SAFE_INTEGER); ;) {
      const rows = this.#rows(beforeSeq, kinds, searchWords.length > 0 ? ROWS_PER_SCAN : limit + 1)
      found.push(...rows.filter(({ name }) => containsAll(normalize(String(name ?? '')), searchWords)))
      const last = rows.at(-1)
      if (found.length > limit || last === undefined) break
      beforeSeq = Number(last['seq'])
    }
    return {
      tiles: this.#dependencies.toTiles(found.slice(0, limit)),
      next: found.length > limit ? String(found[limit - 1]?.['seq']) : null,
    }
  }

  #rows(beforeSeq: number, kinds: readonly string[], limit: number): Row[] {
    return this.#dependencies.database.all(
      `SELECT ${TILE_COLUMNS} FROM assets a ${TILE_JOINS}
         WHERE a.role = 'input' AND a.seq < ? AND a.kind IN (SELECT value FROM json_each(?))
         ORDER BY a.seq DESC LIMIT ?`,
      beforeSeq,
      JSON.stringify(kinds),
      limit,
    )
  }
}

/** Removes case and accents. */
const normalize = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en')

const containsAll = (text: string, searchWords: readonly string[]): boolean =>
  searchWords.every((searchWord) => text.includes(searchWord))
