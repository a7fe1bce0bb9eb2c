import { expect, it, onTestFinished } from 'vitest'
import type { Condition } from '../../../../src-preload/contract/types/filter.ts'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { QueryWorker } from '../../storage/workers/QueryWorker.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { listQueries } from '../search/listQueries.ts'
import { Gallery } from '../search/Gallery.ts'
import { summarizeSearches } from '../search/searchSummaries.ts'

const stars = {
  name: 'Stars',
  filter: { trash: false, search: 'fox', conditions: [{ field: 'starred' as const, is: true }] },
  sort: { by: 'price' as const, descending: true },
}

it('saved searches are listed by name, replaced by id and deleted', async () => {
  const { library, events, clock } = libraryWorld()
  const saved = library.searches.save(stars)
  library.searches.save({ ...stars, name: 'All of them' })
  expect(library.searches.list().map(({ name }) => name)).toEqual(['All of them', 'Stars'])
  expect(library.searches.list()[1]).toEqual(saved)
  library.searches.save({ ...saved, name: 'STARS', filter: { ...stars.filter, search: '' } })
  expect(library.searches.list()[1]).toMatchObject({ id: saved.id, name: 'STARS', filter: { search: '' } })
  await clock.advance(1000)
  events.length = 0
  library.searches.delete(saved.id)
  await clock.advance(1000)
  expect(library.searches.list().map(({ name }) => name)).toEqual(['All of them'])
  expect(events).toEqual([{ type: 'library.changed', added: 0 }])
})

it('saved searches have unique names, ignoring case', () => {
  const { library } = libraryWorld()
  library.searches.save({ ...stars, name: 'Étoiles' })
  expect(() => library.searches.save({ ...stars, name: 'éTOILES' })).toThrow('search_name_taken')
})

it('unreadable saved searches are left out and reported, and stay in the database', () => {
  const { library, database, problems } = libraryWorld()
  library.searches.save(stars)
  const insert = 'INSERT INTO saved_searches (id, name, name_key, filter, sort) VALUES (?1, ?2, ?2, ?3, ?4)'
  database.run(insert, 'x', 'Broken', '{"trash":', '{}')
  database.run(
    insert,
    'y',
    'Later',
    '{"trash":false,"search":"","conditions":[{"field":"mood"}]}',
    '{"by":"date"}',
  )
  expect(library.searches.list().map(({ name }) => name)).toEqual(['Stars'])
  expect(problems.map(({ code }) => code)).toEqual(['rows_quarantined', 'rows_quarantined'])
  expect(database.get('SELECT count(*) AS n FROM saved_searches')).toEqual({ n: 3 })
})

it('the summary of a saved search has its number of results and the newest one, outside the trash', async () => {
  const { library, addJobWithResult } = libraryWorld()
  const [first, second, third] = ['a', 'b', 'c'].map((id) => addJobWithResult(id))
  if (!first || !second || !third) throw new Error('There are too few results.')
  await library.star([first.id, second.id, third.id], true)
  await library.trash([third.id])
  const filterBy = (condition: Condition) => ({ ...stars.filter, search: '', conditions: [condition] })
  const searches = [
    { id: 'stars', filter: filterBy({ field: 'starred', is: true }) },
    { id: 'none', filter: filterBy({ field: 'starred', is: false }) },
    { id: 'deleted', filter: filterBy({ field: 'collection', is: true, values: ['gone'] }) },
  ]
  expect(await library.gallery.summarizeSearches({ searches })).toEqual({
    summaries: [
      { id: 'stars', count: 2, cover: expect.objectContaining({ id: second.id, kind: 'image' }) },
      { id: 'none', count: 0, cover: null },
      { id: 'deleted', count: 0, cover: null },
    ],
  })
})

it('summaries for one window are not superseded by those for another', async () => {
  const { database, log, clock, places, addJobWithResult } = libraryWorld()
  addJobWithResult('a')
  const worker = new QueryWorker({
    workerUrl: new URL('../../threads/queryThread.ts', import.meta.url),
    file: places.database,
    database,
    queries: listQueries,
    log,
  })
  onTestFinished(() => worker.close())
  const gallery = new Gallery({
    context: { database, log, clock },
    query: worker.query,
    operationLabel: (id) => id,
  })
  const searches = [{ id: 'all', filter: { trash: false, search: '', conditions: [] } }]
  const listIds = ['searches 1', 'searches 2', 'searches 1']
  const requests = listIds.map((listId) => gallery.summarizeSearches({ searches, listId }))
  const outcomes = await Promise.allSettled(requests)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})

it('the count of a saved search ends at 10,001', async () => {
  const { library, database } = libraryWorld()
  database.run(
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10500)
       INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
       SELECT 'r' || n, 'result', 'image', 'image/png', 'png', n, 1, 'f', n FROM n`,
  )
  const filter = { trash: false, search: '', conditions: [] }
  const { summaries } = await library.gallery.summarizeSearches({ searches: [{ id: 'all', filter }] })
  expect(summaries).toMatchObject([{ count: 10_001, cover: { id: 'r10500' } }])
})

it('the cover of a saved search matches it although older results are inserted while it is counted', async () => {
  const conditions: Condition[] = [{ field: 'starred', is: true }]
  const searches = [{ id: 'stars', filter: { trash: false, search: '', conditions } }]
  for (let slices = 1, isDone = false; !isDone; slices++) {
    const { database, library } = libraryWorld()
    database.run(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1200)
         INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at, starred_at)
         SELECT 'r' || n, 'result', 'image', 'image/png', 'png', n, 1, 'f', n * 10, iif(n = 1199, 1, NULL) FROM n`,
    )
    const reading = summarizeSearches(database, { searches })
    for (let slice = 0; slice < slices; slice++) isDone ||= reading.next().done === true
    if (isDone) break
    database.run(
      `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
         VALUES ('late', 'result', 'image', 'image/png', 'png', 'late', 1, 'f', 11985)`,
    )
    await library.gallery.count({ filter: { trash: false, search: 'none', conditions } })
    expect(runAllSlices(reading).summaries).toMatchObject([{ count: 1, cover: { id: 'r1199' } }])
  }
})
