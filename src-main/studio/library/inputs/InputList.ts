import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { TILE_COLUMNS, TILE_JOINS } from '../assets/assetRow.ts'
import type { Library } from '../Library.ts'

/** Rows scanned at a time for a name. */
const ROWS_PER_SCAN = 200

type PageRequest = RouteInput<'inputs.page'>

interface InputRows {
  /** Rows of `TILE_COLUMNS`. */
  rows: Row[]
  hasNext: boolean
}

interface Dependencies {
  database: Database
  /** Searches in the query thread, because a search without a match reads all inputs. `listId`: the id of the list on screen. */
  search: (request: PageRequest, listId?: string) => Promise<InputRows>
  library: Pick<Library, 'toTiles'>
}

/** Inputs of earlier jobs, newest first, for reuse; searchable by any part of their names. */
export class InputList {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async page(request: PageRequest): Promise<RouteOutput<'inputs.page'>> {
    const { database, search, library } = this.#dependencies
    const { rows, hasNext } = request.search?.trim()
      ? await search(request, request.listId)
      : runAllSlices(readInputPage(database, request))
    return { tiles: library.toTiles(rows), next: hasNext ? String(rows.at(-1)?.['seq']) : null }
  }
}

/** Reads a page of inputs whose names have all words of a search, newest first, in slices. */
export function* readInputPage(
  database: Database,
  { before, limit, kinds, search = '' }: PageRequest,
): Generator<void, InputRows> {
  const searchWords = normalize(search).split(/\s+/).filter(Boolean)
  const rowsPerScan = searchWords.length > 0 ? ROWS_PER_SCAN : limit + 1
  const found: Row[] = []
  for (let beforeSeq = Number(before ?? Number.MAX_SAFE_INTEGER); ;) {
    const rows = database.all(
      `SELECT ${TILE_COLUMNS} FROM assets a ${TILE_JOINS}
         WHERE a.role = 'input' AND a.seq < ? AND a.kind IN (SELECT value FROM json_each(?))
         ORDER BY a.seq DESC LIMIT ?`,
      beforeSeq,
      JSON.stringify(kinds),
      rowsPerScan,
    )
    found.push(...rows.filter(({ name }) => containsAll(normalize(String(name ?? '')), searchWords)))
    const last = rows.at(-1)
    // One more input shows whether there is another page.
    if (found.length > limit || last === undefined)
      return { rows: found.slice(0, limit), hasNext: found.length > limit }
    beforeSeq = Number(last['seq'])
    yield
  }
}

/** Removes case and accents. */
const normalize = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase('en')

const containsAll = (text: string, searchWords: readonly string[]): boolean =>
  searchWords.every((searchWord) => text.includes(searchWord))
