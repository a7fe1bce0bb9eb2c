import { snippetErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import { type SavedSnippet, savedSnippetSchema } from '../../../../src-preload/contract/types/snippet.ts'
import { MAX_SNIPPETS } from '../../../../src-preload/constraints/limits.ts'
import type { Emit } from '../../events.ts'
import { parseRows, type QuarantineContext } from '../../storage/database/parseRows.ts'
import { sortedByName } from '../../../../src-preload/shared/compareNames.ts'

interface Dependencies {
  context: QuarantineContext
  uuid: () => string
  emit: Emit
}

/** Texts that the user saved to insert into prompts. Each change emits `snippets.changed`, so that all windows show it. */
export class Snippets {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Sorted by name. An unreadable one is kept in the database but left out. */
  list(): SavedSnippet[] {
    const { context } = this.#dependencies
    const rows = context.database.all('SELECT id, name, text FROM snippets')
    return sortedByName(parseRows(context, 'snippets', rows, savedSnippetSchema))
  }

  /** Adds a snippet, or replaces the one with the same id. @throws StudioError `snippet_name_taken`, `snippets_full`. */
  save({ id = this.#dependencies.uuid(), name, text }: RouteInput<'snippets.save'>): SavedSnippet {
    const { context, emit } = this.#dependencies
    const { database } = context
    const taken = database.get('SELECT name FROM snippets WHERE name_key = name_key(?) AND id <> ?', name, id)
    if (taken) {
      const params = { name: String(taken['name']) }
      throw new StudioError({ code: snippetErrors.nameTaken, money: 'none', params })
    }
    const others = Number(database.get('SELECT count(*) AS n FROM snippets WHERE id <> ?', id)?.['n'])
    if (others >= MAX_SNIPPETS)
      throw new StudioError({ code: snippetErrors.full, money: 'none', params: { max: MAX_SNIPPETS } })
    database.run(
      `INSERT INTO snippets (id, name, name_key, text) VALUES (?1, ?2, name_key(?2), ?3) ON CONFLICT (id)
         DO UPDATE SET name = excluded.name, name_key = excluded.name_key, text = excluded.text`,
      id,
      name,
      text,
    )
    emit({ type: 'snippets.changed' })
    return { id, name, text }
  }

  delete(id: string): void {
    const { context, emit } = this.#dependencies
    context.database.run('DELETE FROM snippets WHERE id = ?', id)
    emit({ type: 'snippets.changed' })
  }
}
