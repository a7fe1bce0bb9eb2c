import { z } from 'zod'
import { searchErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import {
  libraryFilterSchema,
  librarySortSchema,
  type SavedSearch,
} from '../../../../src-preload/contract/types/filter.ts'
import { jsonColumn, parseRows, type QuarantineContext } from '../../storage/database/parseRows.ts'

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  filter: jsonColumn(libraryFilterSchema),
  sort: jsonColumn(librarySortSchema),
})

interface Dependencies {
  context: QuarantineContext
  uuid: () => string
  /** Called when a saved search changed. */
  onChange: () => void
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
    const rows = context.database.all('SELECT id, name, filter, sort FROM saved_searches ORDER BY name')
    return parseRows(context, 'saved_searches', rows, rowSchema)
  }

  /** Adds a search, or replaces the one with the same id. @throws StudioError `search_name_taken`. */
  save({ id = this.#dependencies.uuid(), name, filter, sort }: RouteInput<'searches.save'>): SavedSearch {
    const { context, onChange } = this.#dependencies
    const taken = context.database.get('SELECT 1 FROM saved_searches WHERE name = ? AND id <> ?', name, id)
    if (taken) throw new StudioError({ code: searchErrors.nameTaken, money: 'none', params: { name } })
    context.database.run(
      `INSERT INTO saved_searches (id, name, filter, sort) VALUES (?, ?, ?, ?) ON CONFLICT (id)
         DO UPDATE SET name = excluded.name, filter = excluded.filter, sort = excluded.sort`,
      id,
      name,
      JSON.stringify(filter),
      JSON.stringify(sort),
    )
    onChange()
    return { id, name, filter, sort }
  }

  delete(id: string): void {
    const { context, onChange } = this.#dependencies
    if (context.database.run('DELETE FROM saved_searches WHERE id = ?', id) > 0) onChange()
  }
}
