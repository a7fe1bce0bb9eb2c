import { z } from 'zod'
import { searchErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import {
  libraryFilterSchema,
  librarySortSchema,
  type SavedSearch,
} from '../../../../src-preload/contract/types/filter.ts'
import { replaceTagInFilter } from '../../../../src-preload/shared/replaceTagInFilter.ts'
import { jsonColumn, parseRows, type QuarantineContext } from '../../storage/database/parseRows.ts'
import { sortedByName } from '../../../../src-preload/shared/compareNames.ts'

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  filter: jsonColumn(libraryFilterSchema),
  sort: jsonColumn(librarySortSchema),
})

interface Dependencies {
  context: QuarantineContext
  uuid: () => string
  /** Called after a search is saved or deleted, but not after a change to a tag in its filter. */
  onChange: () => void
}

/** The filter of a saved search before and after a tag in it was renamed, as JSON. */
interface ReplacedFilter {
  id: string
  before: string
  after: string
}

/** Filters that the user saved under a name. */
export class SavedSearches {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Sorted by name. An unreadable one is kept in the database but left out. */
  list(): SavedSearch[] {
    const { context } = this.#dependencies
    const rows = context.database.all('SELECT id, name, filter, sort FROM saved_searches')
    return sortedByName(parseRows(context, 'saved_searches', rows, rowSchema))
  }

  /** Adds a search, or replaces the one with the same id. @throws StudioError `search_name_taken`. */
  save({ id = this.#dependencies.uuid(), name, filter, sort }: RouteInput<'searches.save'>): SavedSearch {
    const { context, onChange } = this.#dependencies
    const taken = context.database.get(
      'SELECT 1 FROM saved_searches WHERE name_key = name_key(?) AND id <> ?',
      name,
      id,
    )
    if (taken) throw new StudioError({ code: searchErrors.nameTaken, money: 'none', params: { name } })
    context.database.run(
      `INSERT INTO saved_searches (id, name, name_key, filter, sort) VALUES (?1, ?2, name_key(?2), ?3, ?4) ON CONFLICT (id)
         DO UPDATE SET name = excluded.name, name_key = excluded.name_key, filter = excluded.filter, sort = excluded.sort`,
      id,
      name,
      JSON.stringify(filter),
      JSON.stringify(sort),
    )
    onChange()
    return { id, name, filter, sort }
  }

  /** Replaces the name of a tag in all saved searches. Returns what `restoreFilters` takes. Call this in the transaction that renames the tag. */
  replaceTag(name: string, newName: string): ReplacedFilter[] {
    const replaced = this.list().flatMap(({ id, filter }) => {
      const next = replaceTagInFilter(filter, name, newName)
      return next === filter ? [] : [{ id, before: JSON.stringify(filter), after: JSON.stringify(next) }]
    })
    for (const { id, after } of replaced) this.#setFilter(id, after)
    return replaced
  }

  /** Undoes `replaceTag` where the filter hasn't been changed since. */
  restoreFilters(replaced: readonly ReplacedFilter[]): void {
    const { database } = this.#dependencies.context
    for (const { id, before, after } of replaced)
      if (database.get('SELECT 1 FROM saved_searches WHERE id = ? AND filter = ?', id, after))
        this.#setFilter(id, before)
  }

  #setFilter(id: string, filter: string): void {
    this.#dependencies.context.database.run('UPDATE saved_searches SET filter = ? WHERE id = ?', filter, id)
  }

  delete(id: string): void {
    const { context, onChange } = this.#dependencies
    if (context.database.run('DELETE FROM saved_searches WHERE id = ?', id) > 0) onChange()
  }
}
