import { setImmediate } from 'node:timers/promises'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { StudioError, tagErrors } from '../../../../src-preload/contract/errors.ts'
import type { Tag } from '../../../../src-preload/contract/types/tag.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { processInSlices } from '../../storage/processInSlices.ts'
import { selectResults, throwIfNone, type ResultKey } from './selectResults.ts'

interface Dependencies {
  database: Database
  /** Updates the search index. Called once in each transaction that changed the tags of results. */
  updateSearchTexts: (assetIds: readonly string[]) => void
  /** Called when the tags of results changed. */
  onChange: () => void
}

/** Results changed in one transaction. Few, because updating the search index of one takes about a millisecond. */
const BATCH_SIZE = 5
/** Results read at once to count their tags. */
const COUNT_BATCH_SIZE = 250
const MAX_COUNTED_TAGS = 1000

type ChangedIds = Map<string, string[]>

/**
 * The tags of results. Names are compared ignoring the case of ASCII letters; a tag has the spelling of its first use. A tag without
 * results doesn't exist: the database deletes it with its last result.
 */
export class Tags {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** The tags of a result, sorted. */
  findByAsset(seq: number): string[] {
    return this.#dependencies.database
      .all(
        'SELECT t.name FROM asset_tags m JOIN tags t ON t.id = m.tag_id WHERE m.asset_seq = ? ORDER BY t.name',
        seq,
      )
      .map(({ name }) => String(name))
  }

  /** Tags with a word that starts with the search, most used first. */
  list({ search, limit }: RouteInput<'tags.list'>): RouteOutput<'tags.list'> {
    const rows = this.#dependencies.database.all(
      `SELECT name, assets AS results, count(*) OVER () AS total FROM tags
         WHERE instr(lower(' ' || name), lower(' ' || ?1)) > 0 OR ?1 = ''
         ORDER BY assets DESC, name LIMIT ?2`,
      search.trim(),
      limit,
    )
    return { tags: rows.map(toTag), total: Number(rows[0]?.['total'] ?? 0) }
  }

  /** How many of these results have each tag. */
  async count(ids: readonly string[]): Promise<Tag[]> {
    const counts = new Map<string, number>()
    await processInSlices([...new Set(ids)], COUNT_BATCH_SIZE, (batch) => {
      const rows = this.#dependencies.database.all(
        `SELECT t.name, count(*) AS results FROM json_each(?) i CROSS JOIN assets a ON a.id = i.value
           CROSS JOIN asset_tags m ON m.asset_seq = a.seq JOIN tags t ON t.id = m.tag_id GROUP BY t.id`,
        JSON.stringify(batch),
      )
      for (const { name, results } of rows.map(toTag)) counts.set(name, (counts.get(name) ?? 0) + results)
      return rows.length
    })
    return [...counts]
      .map(([name, results]) => ({ name, results }))
      .toSorted((a, b) => b.results - a.results || (a.name < b.name ? -1 : 1))
      .slice(0, MAX_COUNTED_TAGS)
  }

  /**
   * Adds tags to results and removes tags, in batches. A tag that is both added and removed is added. @throws StudioError
   * `asset_not_found` if none of the results exists.
   */
  async change({ ids, add, remove }: RouteInput<'library.tag'>): Promise<RouteOutput<'library.tag'>> {
    const { database, onChange } = this.#dependencies
    const addedNames = distinctNames(add)
    const addedKeys = new Set(addedNames.map(nameKey))
    const removedNames = distinctNames(remove).filter((name) => !addedKeys.has(nameKey(name)))
    const added: ChangedIds = new Map()
    const removed: ChangedIds = new Map()
    const found = await processInSlices([...new Set(ids)], BATCH_SIZE, (batch) =>
      database.transaction(() => {
        const results = selectResults(database, batch)
        const removedFrom = removedNames.flatMap((name) => this.#remove(name, results, removed))
        const addedTo =
          results.length === 0 ? [] : addedNames.flatMap((name) => this.#add(name, results, added))
        this.#dependencies.updateSearchTexts([...new Set([...removedFrom, ...addedTo])])
        return results.length
      }),
    )
    throwIfNone(found)
    if (added.size > 0 || removed.size > 0) onChange()
    return { added: toGroups(added), removed: toGroups(removed) }
  }

  /**
   * Renames a tag; with `merge`, another tag with the new name may exist. Its results get the other tag in batches, so a crash leaves
   * each result with one of both. @throws StudioError `tag_not_found`, `tag_name_taken`.
   */
  async rename({ name, newName, merge }: RouteInput<'tags.rename'>): Promise<void> {
    const { database, onChange } = this.#dependencies
    const tag = this.#get(name)
    const existing = this.#find(newName)
    if (existing?.id === tag.id) {
      database.run('UPDATE tags SET name = ? WHERE id = ?', newName, tag.id)
      onChange()
      return
    }
    if (existing && !merge)
      throw new StudioError({ code: tagErrors.nameTaken, money: 'none', params: { name: existing.name } })
    await this.#empty(tag.id, newName)
  }

  /** Removes a tag from all results, in batches. A crash leaves the tag with fewer results. @throws StudioError `tag_not_found`. */
  async delete(name: string): Promise<void> {
    await this.#empty(this.#get(name).id, null)
  }

  /** Removes a tag from all results, which get another one if there is a name for it. */
  async #empty(tagId: number, newName: string | null): Promise<void> {
    const { database, onChange } = this.#dependencies
    while (database.transaction(() => this.#emptyBatch(tagId, newName)) > 0) await setImmediate()
    onChange()
  }

  #emptyBatch(tagId: number, newName: string | null): number {
    const { database, updateSearchTexts } = this.#dependencies
    const results = database
      .all(
        `SELECT a.seq, a.id FROM (SELECT asset_seq FROM asset_tags WHERE tag_id = ? LIMIT ${BATCH_SIZE}) m
           JOIN assets a ON a.seq = m.asset_seq`,
        tagId,
      )
      .map(({ seq, id }) => ({ seq: Number(seq), id: String(id) }))
    if (results.length === 0) return 0
    if (newName !== null) this.#add(newName, results)
    this.#delete(tagId, results)
    updateSearchTexts(results.map(({ id }) => id))
    return results.length
  }

  /** Adds a tag to results; returns the ids of those that did not have it. */
  #add(name: string, results: readonly ResultKey[], changes: ChangedIds = new Map()): string[] {
    const { database } = this.#dependencies
    const created = () => database.get('INSERT INTO tags (name) VALUES (?) RETURNING id, name', name)
    const tag = this.#find(name) ?? toNamedId(created() ?? {})
    const rows = database.all(
      'INSERT OR IGNORE INTO asset_tags SELECT value, ? FROM json_each(?) RETURNING asset_seq',
      tag.id,
      toSeqs(results),
    )
    return record(changes, tag.name, rows, results)
  }

  /** Removes a tag from results; returns the ids of those that had it. */
  #remove(name: string, results: readonly ResultKey[], changes: ChangedIds): string[] {
    const tag = this.#find(name)
    return tag ? record(changes, tag.name, this.#delete(tag.id, results), results) : []
  }

  #delete(tagId: number, results: readonly ResultKey[]): Row[] {
    return this.#dependencies.database.all(
      `DELETE FROM asset_tags WHERE tag_id = ? AND asset_seq IN (SELECT value FROM json_each(?))
         RETURNING asset_seq`,
      tagId,
      toSeqs(results),
    )
  }

  #find(name: string): NamedId | undefined {
    const row = this.#dependencies.database.get('SELECT id, name FROM tags WHERE name = ?', name)
    return row && toNamedId(row)
  }

  #get(name: string): NamedId {
    const tag = this.#find(name)
    if (!tag) throw new StudioError({ code: tagErrors.notFound, money: 'none', params: { name } })
    return tag
  }
}

interface NamedId {
  id: number
  name: string
}

const toNamedId = ({ id, name }: Row): NamedId => ({ id: Number(id), name: String(name) })
const toTag = ({ name, results }: Row): Tag => ({ name: String(name), results: Number(results) })

/** Names that are equal for the database have the same key. */
const nameKey = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Each name once, in its first spelling. */
function distinctNames(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name)
  return [...byKey.values()]
}

const toSeqs = (results: readonly ResultKey[]): string => JSON.stringify(results.map(({ seq }) => seq))

/** Records the results in changed rows of `asset_tags`; returns their ids. */
function record(changes: ChangedIds, tag: string, rows: Row[], results: readonly ResultKey[]): string[] {
  const changed = new Set(rows.map((row) => Number(row['asset_seq'])))
  const ids = results.filter(({ seq }) => changed.has(seq)).map(({ id }) => id)
  const known = changes.get(tag)
  if (known) known.push(...ids)
  else if (ids.length > 0) changes.set(tag, [...ids])
  return ids
}

const toGroups = (changes: ChangedIds) => [...changes].map(([tag, ids]) => ({ tag, ids }))
