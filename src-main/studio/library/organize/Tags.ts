import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { tagErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Tag } from '../../../../src-preload/contract/types/tag.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { distinctNames, nameKey } from '../../../../src-preload/shared/nameKey.ts'
import { processInSlices } from '../../storage/processInSlices.ts'
import type { SavedSearches } from './SavedSearches.ts'
import { selectResults, selectResultsBySeq, throwIfNone, type ResultKey } from './selectResults.ts'
import { compareNames } from '../../../../src-preload/shared/compareNames.ts'

interface Dependencies {
  database: Database
  uuid: () => string
  searches: Pick<SavedSearches, 'replaceTag' | 'restoreFilters'>
  /** Updates the search index. Called once in each transaction that changed the tags of results. */
  updateSearchTexts: (assetIds: readonly string[]) => void
  /** Called when the tags of results changed. */
  onChange: () => void
  /** Called when a tag was renamed, so that filters can be updated. */
  onRename: (name: string, newName: string) => void
}

/** Results changed in one transaction. Few, because updating the search index of one takes about a millisecond. */
const BATCH_SIZE = 5
/** Results read at once to count their tags. */
const COUNT_BATCH_SIZE = 250
const MAX_COUNTED_TAGS = 1000

type ChangedIds = Map<string, string[]>

/** What renaming or deleting a tag changed. */
interface TagChange {
  name: string
  /** Null for a deleted tag. */
  newName: string | null
  /** Whether another tag had the new name. */
  isMerged: boolean
  /** Sequence numbers of the results that had the tag. */
  results: number[]
  /** Sequence numbers of those results that already had the new tag, and keep it after an undo. */
  kept: Set<number>
  searches: ReturnType<SavedSearches['replaceTag']>
}
/** Number of changes kept for an undo: as many as the window can undo. */
const MAX_KEPT_CHANGES = 100

/**
 * The tags of results. Names are compared ignoring case; a tag has the spelling of its first use. A tag without
 * results doesn't exist: the database deletes it with its last result.
 */
export class Tags {
  readonly #dependencies: Dependencies
  /** Changes of this session that can be undone, the oldest first. */
  readonly #changes = new Map<string, TagChange>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** The tags of a result, sorted. */
  findByAsset(seq: number): string[] {
    return this.#dependencies.database
      .all('SELECT t.name FROM asset_tags m JOIN tags t ON t.id = m.tag_id WHERE m.asset_seq = ?', seq)
      .map(({ name }) => String(name))
      .toSorted(compareNames)
  }

  /** Tags with a word that starts with the search, most used first. */
  list({ search, skip = 0, limit }: RouteInput<'tags.list'>): RouteOutput<'tags.list'> {
    const rows = this.#dependencies.database.all(
      `SELECT name, assets AS results, count(*) OVER () AS total FROM tags
         WHERE instr(' ' || name_key, ' ' || name_key(?1)) > 0 OR ?1 = ''
         ORDER BY assets DESC, name_order(name) LIMIT ?2 OFFSET ?3`,
      search.trim(),
      limit,
      skip,
    )
    return { tags: rows.map(toTag), total: Number(rows[0]?.['total'] ?? 0) }
  }

  /** The names that no tag has. */
  findMissing(names: readonly string[]): string[] {
    return names.filter((name) => !this.#find(name))
  }

  /** How many of these results have each tag. */
  async count(ids: readonly string[]): Promise<Tag[]> {
    const counts = new Map<string, number>()
    const { database } = this.#dependencies
    await processInSlices(database, [...new Set(ids)], COUNT_BATCH_SIZE, (batch) => {
      const rows = database.all(
        `SELECT t.name, count(*) AS results FROM json_each(?) i CROSS JOIN assets a ON a.id = i.value
           CROSS JOIN asset_tags m ON m.asset_seq = a.seq JOIN tags t ON t.id = m.tag_id GROUP BY t.id`,
        JSON.stringify(batch),
      )
      for (const { name, results } of rows.map(toTag)) counts.set(name, (counts.get(name) ?? 0) + results)
      return rows.length
    })
    return [...counts]
      .map(([name, results]) => ({ name, results }))
      .toSorted((a, b) => b.results - a.results || compareNames(a.name, b.name))
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
    const found = await processInSlices(database, [...new Set(ids)], BATCH_SIZE, (batch) =>
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

  /** Adds tags to a new result. Call it in the transaction that writes the result, before it is indexed. */
  attach(result: ResultKey, names: readonly string[]): void {
    for (const name of distinctNames(names)) this.#add(name, [result])
  }

  /**
   * Renames a tag, also in saved searches; with `merge`, another tag with the new name may exist. Its results get the other tag in
   * batches, so after a crash each result has one of the two. @throws StudioError `tag_not_found`, `tag_name_taken`.
   */
  async rename({ name, newName, merge }: RouteInput<'tags.rename'>): Promise<RouteOutput<'tags.rename'>> {
    const { database, searches } = this.#dependencies
    const tag = this.#get(name)
    const existing = this.#find(newName)
    if (existing && existing.id !== tag.id && !merge)
      throw new StudioError({ code: tagErrors.nameTaken, money: 'none', params: { name: existing.name } })
    const change =
      existing && existing.id !== tag.id
        ? startChange(tag.name, existing.name, true)
        : startChange(tag.name, newName, false)
    if (existing?.id === tag.id)
      database.transaction(() => {
        database.run('UPDATE tags SET name = ? WHERE id = ?', newName, tag.id)
        change.searches = searches.replaceTag(tag.name, newName)
      })
    else await this.#removeFromAll(tag.id, change)
    return this.#finish(change)
  }

  /** Removes a tag from all results, in batches. A crash leaves the tag with fewer results. @throws StudioError `tag_not_found`. */
  async delete(name: string): Promise<RouteOutput<'tags.delete'>> {
    const tag = this.#get(name)
    const change = startChange(tag.name, null, false)
    await this.#removeFromAll(tag.id, change)
    return this.#finish(change)
  }

  /** Undoes a renaming or deletion of this session, in batches. @throws StudioError `tag_not_found`. */
  async undo(id: string): Promise<void> {
    const { database, updateSearchTexts, searches, onChange, onRename } = this.#dependencies
    const change = this.#changes.get(id)
    if (!change) throw new StudioError({ code: tagErrors.notFound, money: 'none', params: { name: '' } })
    const { name, newName, results, kept } = change
    if (newName !== null && nameKey(newName) === nameKey(name))
      database.run('UPDATE tags SET name = ?1 WHERE name_key = name_key(?1)', name)
    await processInSlices(database, results, BATCH_SIZE, (batch) =>
      database.transaction(() => {
        const existing = selectResultsBySeq(database, batch)
        if (existing.length > 0) this.#add(name, existing)
        const replaced = existing.filter(({ seq }) => !kept.has(seq))
        if (newName !== null) this.#remove(newName, replaced, new Map())
        updateSearchTexts(existing.map((result) => result.id))
        return existing.length
      }),
    )
    searches.restoreFilters(change.searches)
    this.#changes.delete(id)
    if (newName !== null && !change.isMerged) onRename(newName, name)
    onChange()
  }

  /** Keeps a change for an undo and reports it; returns its id. */
  #finish(change: TagChange): { change: string } {
    const { uuid, onChange, onRename } = this.#dependencies
    const id = uuid()
    this.#changes.set(id, change)
    const [oldest] = this.#changes.keys()
    if (this.#changes.size > MAX_KEPT_CHANGES && oldest !== undefined) this.#changes.delete(oldest)
    if (change.newName !== null) onRename(change.name, change.newName)
    onChange()
    return { change: id }
  }

  /** Removes a tag from all results. If it was renamed, they get the tag with the new name. */
  async #removeFromAll(tagId: number, change: TagChange): Promise<void> {
    const { database } = this.#dependencies
    while (database.transaction(() => this.#removeFromBatch(tagId, change)) > 0) await database.pause()
  }

  #removeFromBatch(tagId: number, change: TagChange): number {
    const { database, updateSearchTexts, searches } = this.#dependencies
    const { name, newName } = change
    const results = database
      .all(
        `SELECT a.seq, a.id FROM (SELECT asset_seq FROM asset_tags WHERE tag_id = ? LIMIT ${BATCH_SIZE}) m
           JOIN assets a ON a.seq = m.asset_seq`,
        tagId,
      )
      .map(({ seq, id }) => ({ seq: Number(seq), id: String(id) }))
    if (results.length === 0) {
      if (newName !== null) change.searches = searches.replaceTag(name, newName)
      return 0
    }
    const replaced = newName === null ? [] : this.#add(newName, results)
    this.#delete(tagId, results)
    updateSearchTexts(results.map(({ id }) => id))
    for (const { seq, id } of results) {
      change.results.push(seq)
      if (newName !== null && !replaced.includes(id)) change.kept.add(seq)
    }
    return results.length
  }

  /** Adds a tag to results; returns the ids of those that did not have it. */
  #add(name: string, results: readonly ResultKey[], changes: ChangedIds = new Map()): string[] {
    const { database } = this.#dependencies
    const created = () =>
      database.get('INSERT INTO tags (name, name_key) VALUES (?1, name_key(?1)) RETURNING id, name', name)
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
    const row = this.#dependencies.database.get(
      'SELECT id, name FROM tags WHERE name_key = name_key(?)',
      name,
    )
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

const startChange = (name: string, newName: string | null, isMerged: boolean): TagChange => ({
  name,
  newName,
  isMerged,
  results: [],
  kept: new Set(),
  searches: [],
})

const toSeqs = (results: readonly ResultKey[]): string => JSON.stringify(results.map(({ seq }) => seq))

/** Adds the results of changed rows of `asset_tags` to `changes`; returns their ids. */
function record(changes: ChangedIds, tag: string, rows: Row[], results: readonly ResultKey[]): string[] {
  const changed = new Set(rows.map((row) => Number(row['asset_seq'])))
  const ids = results.filter(({ seq }) => changed.has(seq)).map(({ id }) => id)
  const known = changes.get(tag)
  if (known) known.push(...ids)
  else if (ids.length > 0) changes.set(tag, [...ids])
  return ids
}

const toGroups = (changes: ChangedIds) => [...changes].map(([tag, ids]) => ({ tag, ids }))
