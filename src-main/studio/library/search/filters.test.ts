import { describe, expect, it } from 'vitest'
import { type Condition, libraryFilterSchema } from '../../../../src-preload/contract/types/filter.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'

const titles = (page: { tiles: { title: string }[] }) => page.tiles.map(({ title }) => title).join('')
const range = (
  field: Extract<Condition, { min: number | null }>['field'],
  min: number | null,
  max: number | null,
  is = true,
): Condition => ({ field, is, min, max })
const values = (
  field: Extract<Condition, { values: string[] }>['field'],
  list: string[],
  is = true,
): Condition => ({ field, is, values: list })

/** Results a to e with different values; `found` are the titles of those that match, newest first. */
function filterWorld() {
  const world = libraryWorld()
  const { database, library, addJobWithResult, page } = world
  const ids = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name) => [name, addJobWithResult(name, name).id]),
  )
  const setJob = (name: string, change: string) =>
    database.run(`UPDATE jobs SET ${change} WHERE id = ?`, name)
  const setAsset = (name: string, change: string) =>
    database.run(`UPDATE assets SET ${change} WHERE id = ?`, ids[name] ?? '')
  const found = async (...conditions: Condition[]) => titles(await page({ conditions }))
  return { ...world, library, ids, setJob, setAsset, found }
}

describe('a condition on values', () => {
  it('matches a result with one of them, or leaves it out', async () => {
    const { setJob, setAsset, found } = filterWorld()
    setAsset('a', "kind = 'video'")
    setAsset('b', "kind = 'audio'")
    setJob('a', "operation = 'film', model_slug = 'm2', connection_id = 'home'")
    expect(await found(values('kind', ['video', 'audio']))).toBe('ba')
    expect(await found(values('kind', ['video', 'audio'], false))).toBe('edc')
    expect(await found(values('operation', ['film']))).toBe('a')
    expect(await found(values('model', ['m2', 'unknown']))).toBe('a')
    expect(await found(values('connection', ['home'], false))).toBe('edcb')
    expect(await found(values('model', ['unknown']))).toBe('')
    expect(await found(values('model', ['unknown'], false))).toBe('edcba')
  })

  it('must be met together with all other conditions, on the same field or another', async () => {
    const { library, ids, found, database } = filterWorld()
    for (const [name, tags] of Object.entries({ a: [1], b: [1, 2], c: [2] }))
      for (const tag of tags) {
        database.run(
          'INSERT OR IGNORE INTO tags (id, name, name_key) VALUES (?1, ?2, name_key(?2))',
          tag,
          `Tag ${tag}`,
        )
        database.run('INSERT INTO asset_tags SELECT seq, ? FROM assets WHERE id = ?', tag, ids[name] ?? '')
      }
    await library.star([ids['b'] ?? '', ids['e'] ?? ''], true)
    expect(await found(values('tag', ['tag 1', 'TAG 2']))).toBe('cba')
    expect(await found(values('tag', ['Tag 1']), values('tag', ['Tag 2']))).toBe('b')
    expect(await found(values('tag', ['Tag 1']), values('tag', ['Tag 2'], false))).toBe('a')
    expect(await found(values('tag', ['Tag 1']), { field: 'starred', is: true })).toBe('b')
    expect(await found(values('tag', ['Tag'], true))).toBe('')
  })

  it('on a collection or batch uses ids, and fails for an unknown collection', async () => {
    const { library, ids, found, setJob, database } = filterWorld()
    const posters = await library.collections.create({ name: 'Posters', ids: [ids['a'] ?? ''] })
    const cards = await library.collections.create({ name: 'Cards', ids: [ids['a'] ?? '', ids['b'] ?? ''] })
    expect(await found(values('collection', [posters.id]))).toBe('a')
    expect(await found(values('collection', [posters.id, cards.id]))).toBe('ba')
    expect(await found(values('collection', [posters.id], false))).toBe('edcb')
    library.collections.delete(posters.id)
    await expect(found(values('collection', [posters.id]))).rejects.toThrow('collection_not_found')
    await expect(found(values('collection', [posters.id], false))).rejects.toThrow('collection_not_found')
    database.run(
      `INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at)
         VALUES ('b1', 'k', 'Night', 'running', 'c', 'draw', '[]', 1)`,
    )
    setJob('c', "batch_id = 'b1'")
    expect(await found(values('batch', ['b1']))).toBe('c')
  })

  it('on the shape compares width and height', async () => {
    const { setAsset, found } = filterWorld()
    setAsset('a', 'width = 100, height = 100')
    setAsset('b', 'width = 1000, height = 1040')
    setAsset('c', 'width = 720, height = 1280')
    setAsset('d', 'width = NULL, height = NULL')
    expect(await found(values('shape', ['square']))).toBe('ba')
    expect(await found(values('shape', ['portrait']))).toBe('c')
    expect(await found(values('shape', ['landscape']))).toBe('e')
  })
})

describe('a condition on a range', () => {
  it('includes its bounds; a result without the value is in no range', async () => {
    const { setJob, setAsset, found } = filterWorld()
    setJob('a', 'price = 10')
    setJob('b', 'price = 20')
    setJob('c', 'price = NULL, seed = 7')
    setAsset('a', 'duration_ms = 5000, bytes = 7')
    // The oldest one, so the last in the list.
    setAsset('b', 'width = 4000, height = 10, created_at = 77')
    expect(await found(range('price', 10, 20))).toBe('ab')
    expect(await found(range('price', null, 19))).toBe('a')
    expect(await found(range('price', 21, null))).toBe('ed')
    expect(await found(range('price', null, null))).toBe('edab')
    expect(await found(range('price', 0, 20, false))).toBe('edc')
    expect(await found(range('duration', null, null))).toBe('a')
    expect(await found(range('duration', 5001, null))).toBe('')
    expect(await found(range('size', null, 99))).toBe('a')
    expect(await found(range('pixels', 65, null))).toBe('b')
    expect(await found(range('date', 77, 77))).toBe('b')
    expect(await found(range('seed', 7, 7))).toBe('c')
  })

  it('on the rating counts an unrated result as 0', async () => {
    const { setAsset, found } = filterWorld()
    setAsset('a', 'rating = 5')
    setAsset('b', 'rating = 3')
    expect(await found(range('rating', 3, null))).toBe('ba')
    expect(await found(range('rating', 0, 0))).toBe('edc')
    expect(await found(range('rating', 4, 5, false))).toBe('edcb')
  })
})

describe('a condition that is true or false', () => {
  it('selects starred, used and edited results', async () => {
    const { library, ids, database, addJob, setAsset, found } = filterWorld()
    await library.star([ids['a'] ?? ''], true)
    addJob('next')
    database.run("INSERT INTO job_inputs VALUES ('next', 0, 'image', ?)", ids['b'] ?? '')
    for (const name of ['c', 'd']) setAsset(name, "kind = 'text'")
    database.run("INSERT INTO asset_texts VALUES (?, 'x', '{}')", ids['c'] ?? '')
    database.run("INSERT INTO asset_texts VALUES (?, 'x', NULL)", ids['d'] ?? '')
    expect(await found({ field: 'starred', is: true })).toBe('a')
    expect(await found({ field: 'starred', is: false })).toBe('edcb')
    expect(await found({ field: 'used', is: true })).toBe('b')
    expect(await found({ field: 'edited', is: true })).toBe('c')
    expect(await found({ field: 'edited', is: false })).toBe('edba')
  })
})

describe('a filter', () => {
  it('reflects every change of a result', async () => {
    const { library, ids, database, addJobWithResult, addJob, setJob, setAsset, found } = filterWorld()
    const [a = '', b = ''] = [ids['a'], ids['b']]
    const id = (name: string) => ids[name] ?? ''
    const isStarred: Condition = { field: 'starred', is: true }
    const all = range('size', 0, null)
    expect(await found(all)).toBe('edcba')
    await library.star([a], true)
    expect(await found(isStarred)).toBe('a')
    await library.star([a], false)
    expect(await found(isStarred)).toBe('')
    addJobWithResult('f', 'f')
    expect(await found(all)).toBe('fedcba')
    await library.trash([id('e')])
    expect(await found(all)).toBe('fdcba')
    await library.restore([id('e')])
    expect(await found(all)).toBe('fedcba')
    await library.trash([id('e'), id('c')])
    await library.emptyTrash()
    expect(await found(all)).toBe('fdba')
    setAsset('a', 'rating = 4')
    expect(await found(range('rating', 4, 4))).toBe('a')
    setJob('a', 'price = 1')
    expect(await found(range('price', 1, 1))).toBe('a')
    addJob('next')
    database.run("INSERT INTO job_inputs VALUES ('next', 0, 'image', ?)", b)
    expect(await found({ field: 'used', is: true })).toBe('b')
    database.run("DELETE FROM job_inputs WHERE job_id = 'next'")
    expect(await found({ field: 'used', is: true })).toBe('')
    setAsset('b', "kind = 'text'")
    database.run("INSERT INTO asset_texts VALUES (?, 'x', '{}')", b)
    library.updateSearchText(b)
    expect(await found({ field: 'edited', is: true })).toBe('b')
    const { id: posters } = await library.collections.create({ name: 'Posters', ids: [a, b] })
    expect(await found(values('collection', [posters]))).toBe('ba')
    await library.collections.remove(posters, [a])
    expect(await found(values('collection', [posters]))).toBe('b')
    const record = (state: 'missing' | 'present') => library.fileProblems.record(a, state)
    record('missing')
    expect(await found(values('file', ['missing']))).toBe('a')
    record('present')
    expect(await found(values('file', ['missing']))).toBe('')
    database.run("INSERT INTO tags (id, name, name_key) VALUES (1, 'Réd', 'réd')")
    database.run('INSERT INTO asset_tags SELECT seq, 1 FROM assets WHERE id = ?', a)
    expect(await found(values('tag', ['RÉD']))).toBe('a')
    database.run("UPDATE tags SET (name, name_key) = ('Blue', 'blue')")
    expect([await found(values('tag', ['RÉD'])), await found(values('tag', ['blue']))]).toEqual(['', 'a'])
    database.run('DELETE FROM asset_tags')
    expect(await found(values('tag', ['blue']))).toBe('')
  })

  it('includes thousands of results that arrive together', async () => {
    const { library, database, addJobWithResult, page } = libraryWorld()
    addJobWithResult('first')
    const all = range('size', 0, null)
    const filter = { trash: false, search: '', conditions: [all] }
    await page({ conditions: [all] })
    database.run(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 5000)
         INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
         SELECT 'r' || n, 'result', 'image', 'image/png', 'png', n, 1, 'f', 1 FROM n`,
    )
    expect(await library.gallery.count({ filter })).toEqual({ total: 5001, bytes: 5100 })
    database.run("DELETE FROM assets WHERE id LIKE 'r1%'")
    expect(await library.gallery.count({ filter })).toMatchObject({ total: 5001 - 1111 })
  })

  it('finds old results while the newest don’t match', async () => {
    const { database, addJobWithResult, page } = libraryWorld()
    addJobWithResult('old', 'old')
    database.run(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 9000)
         INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
         SELECT 'r' || n, 'result', 'video', 'video/mp4', 'mp4', n, 1, 'f', 1 FROM n`,
    )
    expect(titles(await page({ conditions: [values('kind', ['image'])] }))).toBe('old')
    const newest = await page({ conditions: [values('kind', ['video'])], limit: 2 })
    expect(newest.tiles.map(({ id }) => id)).toEqual(['r9000', 'r8999'])
  })

  it('applies to the trash or to the library', async () => {
    const { library, ids, page, setAsset } = filterWorld()
    await library.trash([ids['a'] ?? '', ids['b'] ?? ''])
    setAsset('a', 'rating = 5')
    setAsset('c', 'rating = 5')
    const conditions = [range('rating', 5, 5)]
    expect(titles(await page({ conditions }))).toBe('c')
    expect(titles(await page({ conditions, trash: true }))).toBe('a')
  })

  it('is rejected by the contract if it is empty, too long or unknown', () => {
    const filter = { trash: false, search: '', conditions: [values('tag', ['x'])] }
    expect(libraryFilterSchema.safeParse(filter).success).toBe(true)
    const invalid: unknown[] = [
      values('tag', []),
      values('tag', ['']),
      values('tag', ['x'.repeat(501)]),
      range('price', NaN, null),
      { field: 'color', is: true },
    ]
    for (const condition of invalid)
      expect(libraryFilterSchema.safeParse({ ...filter, conditions: [condition] }).success).toBe(false)
  })
})
