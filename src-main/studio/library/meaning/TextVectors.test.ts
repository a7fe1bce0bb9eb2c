import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import type { Database } from '../../storage/database/Database.ts'
import { queryInline } from '../../testing/queryInline.ts'
import { textWorld } from '../../testing/worlds/textWorld.ts'
import { tasks } from '../../threads/tasks.ts'
import { meaningQueries } from './meaningQueries.ts'
import { normalizeText } from './resultTexts.ts'
import { TextVectors } from './TextVectors.ts'

const MODEL = { connectionId: 'c', slug: 'slug' }
const TASK = { operation: 'embed', field: 'input' }
/** The steps of all queries from now on, as SQLite explains them. */
function recordSteps(database: Database): ReadonlySet<string> {
  const steps = new Set<string>()
  const [all, get] = [database.all.bind(database), database.get.bind(database)]
  const explain = (sql: string, values: SQLInputValue[]) => {
    for (const { detail } of all(`EXPLAIN QUERY PLAN ${sql}`, ...values)) steps.add(String(detail))
  }
  vi.spyOn(database, 'all').mockImplementation((sql, ...values) => {
    explain(sql, values)
    return all(sql, ...values)
  })
  vi.spyOn(database, 'get').mockImplementation((sql, ...values) => {
    explain(sql, values)
    return get(sql, ...values)
  })
  return steps
}
const ALL: LibraryFilter = { trash: false, search: '', conditions: [] }

function setUp() {
  const world = textWorld()
  const { database, library, log, events, clock, save } = world
  const vectors = new TextVectors({
    database,
    clock,
    query: queryInline(database, meaningQueries),
    textField: (operation) => (operation === TASK.operation ? TASK.field : undefined),
    library,
    reader: { readVectors: (path) => tasks.readVectors({ path }) },
    emit: (event) => void events.push(event),
    log,
  })
  /** Saves an embedding of texts. */
  const embed = async (id: string, input: string | string[], values: number[][]) => {
    const asset = await save(id, JSON.stringify(values), 'embedding')
    database.run(
      'UPDATE jobs SET operation = ?, form_values = ? WHERE id = ?',
      TASK.operation,
      JSON.stringify({ input }),
      id,
    )
    return asset
  }
  const source = { fields: { draw: 'prompt' } }
  const request = (text: string) => ({ filter: ALL, source, model: MODEL, text: normalizeText(text) })
  const rank = async (text: string, limit = 100) => {
    await vectors.readWithoutPauses()
    const { results, ...counts } = await vectors.rank({ ...request(text), exceptId: null, limit })
    const titles = new Map(library.tilesById(results.map(({ id }) => id)).map(({ id, title }) => [id, title]))
    return { ...counts, results: results.map(({ id, similarity }) => [titles.get(id), similarity]) }
  }
  const missing = (text: string, limit = 100, includePaid = false) =>
    vectors.findMissing({ ...request(text), task: TASK, limit, includePaid })
  const hasKnown = (texts: string[], { model = MODEL, includePaid = false } = {}) =>
    vectors.hasKnown({ texts, model, task: TASK, includePaid })
  /** Adds a job that embeds a text, without a result. The last of its ledger entries applies. */
  const addEmbedding = (id: string, text: string, state: string, ...entries: string[]) => {
    world.addJob(id)
    database.run(
      'UPDATE jobs SET state = ?, operation = ?, form_values = ? WHERE id = ?',
      state,
      TASK.operation,
      JSON.stringify({ input: [text] }),
      id,
    )
    for (const entry of entries)
      database.run('INSERT INTO ledger (job_id, entry, amount, at) VALUES (?, ?, 5, 1)', id, entry)
  }
  const fileOf = ({ jobId }: { jobId: string | null }) =>
    join(world.places.library, `2026/01/${jobId ?? ''}.json`)
  return { ...world, vectors, embed, rank, missing, hasKnown, addEmbedding, fileOf }
}

it('each text of a list is compared by its own vector, whatever its length and spaces', async () => {
  const { embed, addJobWithResult, rank } = setUp()
  addJobWithResult('one', 'a fox')
  addJobWithResult('two', 'a  hare ')
  addJobWithResult('three', 'a boat')
  addJobWithResult('four', 'not embedded')
  await embed(
    'e',
    ['a fox', 'a hare', 'a boat'],
    [
      [10, 0],
      [3, 4],
      [0, 0.5],
    ],
  )
  expect(await rank('a fox')).toEqual({
    isTextReady: true,
    ready: 3,
    total: 4,
    results: [
      ['a fox', 1],
      ['a  hare ', expect.closeTo(0.6, 6)],
      ['a boat', 0],
    ],
  })
  expect((await rank('a fox', 1)).results).toEqual([['a fox', 1]])
  expect(await rank('a bear')).toEqual({ isTextReady: false, ready: 3, total: 4, results: [] })
})

it('equally close results are in the order of the gallery, and other models and dimensions are left out', async () => {
  const { embed, addJobWithResult, rank, database } = setUp()
  for (const id of ['old', 'new']) addJobWithResult(id, id)
  addJobWithResult('other', 'another dimension')
  addJobWithResult('foreign', 'another model')
  await embed(
    'e',
    ['query', 'old', 'new'],
    [
      [1, 0],
      [2, 0],
      [3, 0],
    ],
  )
  await embed('longer', 'another dimension', [[1, 0, 0]])
  await embed('f', 'another model', [[1, 0]])
  database.run("UPDATE jobs SET model_slug = 'other' WHERE id = 'f'")
  expect((await rank('query')).results).toEqual([
    ['new', 1],
    ['old', 1],
  ])
})

it('embeddings of the same model on another connection count as those of another model', async () => {
  const { embed, rank, missing, addJobWithResult, database, addJob } = setUp()
  addJobWithResult('one', 'a fox')
  await embed('e', 'a fox', [[1, 0]])
  database.run("UPDATE jobs SET connection_id = 'other' WHERE id = 'e'")
  addJob('waiting')
  database.run(
    `UPDATE jobs SET state = 'queued', operation = 'embed', connection_id = 'other', form_values = '{"input":"a hare"}'
       WHERE id = 'waiting'`,
  )
  expect(await rank('a fox')).toMatchObject({ isTextReady: false, ready: 0 })
  expect(await missing('a hare')).toMatchObject({ missing: ['a hare', 'a fox'], known: 0, inProgress: 0 })
  await embed('own', 'a fox', [[0, 1]])
  expect(await rank('a fox')).toMatchObject({ isTextReady: true, ready: 1 })
})

it('a text is known if it has an embedding or gets one, which is looked up without reading all vectors', async () => {
  const { embed, hasKnown, database, addEmbedding } = setUp()
  await embed('e', ['a fox', 'a hare'], [[1], [2]])
  addEmbedding('waiting', 'a boat', 'queued')
  expect(await hasKnown(['a bear', 'a hare'])).toBe(true)
  expect(await hasKnown(['a bear', 'a boat'])).toBe(true)
  expect(await hasKnown(['a bear'])).toBe(false)
  expect(await hasKnown(['a hare'], { model: { ...MODEL, connectionId: 'other' } })).toBe(false)
  const steps = recordSteps(database)
  await hasKnown(['a bear'])
  expect([...steps].filter((step) => /^(SCAN|SEARCH) v\b/.test(step))).toEqual([
    'SEARCH v USING COVERING INDEX sqlite_autoindex_text_vectors_1 (connection_id=? AND model=? AND text_key=?)',
  ])
})

it('many embeddings are read in batches with pauses and one event each, until a query waits for them', async () => {
  const { embed, vectors, database, clock, events } = setUp()
  for (let n = 0; n < 45; n++) await embed(`e${n}`, `text ${n}`, [[1, n]])
  const unread = () => database.all('SELECT * FROM unread_embeddings').length
  const changes = () => events.filter(({ type }) => type === 'embeddings.changed').length
  // Runs the timers of other modules, so that only those of TextVectors remain.
  await clock.advance(1000)
  const reading = vectors.readInBackground()
  await vi.waitFor(() => expect(clock.pending()).toBe(1))
  expect([unread(), changes()]).toEqual([35, 1])
  await clock.advance(1000)
  await vi.waitFor(() => expect([unread(), changes(), clock.pending()]).toEqual([25, 2, 1]))
  await vectors.readWithoutPauses()
  await reading
  expect([unread(), changes(), clock.pending()]).toEqual([0, 5, 0])
})

it('an embedding that is saved while others are read is read after them', async () => {
  const { embed, vectors, library, database } = setUp()
  await embed('first', 'a fox', [[1, 0]])
  const getFile = library.getFile.bind(library)
  vi.spyOn(library, 'getFile').mockImplementationOnce(async (id) => {
    await embed('second', 'a hare', [[0, 1]])
    return getFile(id)
  })
  await vectors.readInBackground()
  expect(database.all('SELECT * FROM unread_embeddings')).toEqual([])
  expect(database.all('SELECT * FROM text_vectors')).toHaveLength(2)
})

it('closing ends a pause and leaves the rest to the next start', async () => {
  const { embed, vectors, database, clock } = setUp()
  for (let n = 0; n < 15; n++) await embed(`e${n}`, `text ${n}`, [[1, n]])
  // Runs the timers of other modules, so that only those of TextVectors remain.
  await clock.advance(1000)
  const reading = vectors.readInBackground()
  await vi.waitFor(() => expect(clock.pending()).toBe(1))
  await vectors.close()
  await reading
  expect(clock.pending()).toBe(0)
  expect(database.all('SELECT * FROM unread_embeddings')).toHaveLength(5)
})

it('a text result is compared by its current text', async () => {
  const { embed, save, missing, texts } = setUp()
  const { id } = await save('transcript', 'the tide is out')
  await embed('e', 'query', [[1, 0]])
  expect((await missing('query')).missing).toEqual(['the tide is out'])
  texts.edit({ id, text: 'the tide is in' })
  expect((await missing('query')).missing).toEqual(['the tide is in'])
})

it('texts are missing once each, the compared one first, then the newest, up to the limit', async () => {
  const { addJobWithResult, missing, database, addJob } = setUp()
  for (const [id, title] of Object.entries({ a: 'one', b: 'two', c: 'one ', d: 'three', e: 'coming' }))
    addJobWithResult(id, title)
  addJob('waiting')
  database.run(
    "UPDATE jobs SET state = 'queued', operation = 'embed', form_values = ? WHERE id = 'waiting'",
    JSON.stringify({ input: ['coming'] }),
  )
  expect(await missing('query')).toEqual({
    missing: ['query', 'three', 'one', 'two'],
    known: 0,
    inProgress: 1,
    maybePaid: 0,
    hasMore: false,
  })
  expect(await missing('query', 2)).toMatchObject({ missing: ['query', 'three'], hasMore: true })
  expect(await missing('two', 3)).toMatchObject({ missing: ['two', 'three', 'one'], hasMore: false })
})

it('texts of an embedding that cannot be read or assigned are offered again only on request', async () => {
  const { embed, missing, hasKnown, fileOf, log } = setUp()
  await embed('good', 'kept', [[1, 0]])
  await embed('uneven', ['one', 'two'], [[1, 0]])
  rmSync(fileOf(await embed('gone', 'gone', [[1, 0]])))
  writeFileSync(fileOf(await embed('changed', 'changed', [[1, 0]])), '{}')
  expect(await missing('kept')).toMatchObject({ known: 1, missing: [], maybePaid: 0 })
  for (const text of ['one', 'two', 'gone', 'changed']) {
    expect(await missing(text)).toMatchObject({ missing: [], known: 0, inProgress: 0, maybePaid: 1 })
    expect(await hasKnown([text])).toBe(true)
    expect(await missing(text, 100, true)).toMatchObject({ missing: [text], maybePaid: 1 })
    expect(await hasKnown([text], { includePaid: true })).toBe(false)
  }
  expect(log.lines.filter(({ message }) => message.includes('embedding'))).toHaveLength(3)
})

it('an embedding whose result isn’t a list of vectors is offered again only on request', async () => {
  const { save, database, missing } = setUp()
  const { jobId } = await save('odd', 'no vectors')
  database.run(`UPDATE jobs SET operation = 'embed', form_values = '{"input":"a fox"}' WHERE id = ?`, jobId)
  expect(await missing('a fox')).toMatchObject({ missing: ['no vectors'], maybePaid: 1 })
})

it('an embedding that temporarily could not be read is read a minute later', async () => {
  const { embed, missing, library, clock } = setUp()
  await embed('e', 'a fox', [[1, 0]])
  const getFile = vi.spyOn(library, 'getFile').mockRejectedValueOnce(new Error('EACCES'))
  expect(await missing('a fox')).toMatchObject({ missing: [], known: 0, maybePaid: 1 })
  expect(await missing('a fox')).toMatchObject({ missing: [], known: 0, maybePaid: 1 })
  expect(getFile).toHaveBeenCalledTimes(1)
  await clock.advance(60_000)
  expect(await missing('a fox')).toMatchObject({ missing: [], known: 1, maybePaid: 0 })
})

it('embeddings that cannot be read do not keep older ones from being read', async () => {
  const { embed, vectors, fileOf, database, rank } = setUp()
  await embed('old', 'a fox', [[1, 0]])
  for (let n = 0; n < 25; n++) rmSync(fileOf(await embed(`gone${n}`, `text ${n}`, [[1, n]])))
  await vectors.readWithoutPauses()
  expect(database.all('SELECT * FROM unread_embeddings')).toHaveLength(25)
  expect(await rank('a fox')).toMatchObject({ isTextReady: true })
})

it('texts of a failed job are offered again only on request, unless its price was refunded or never charged', async () => {
  const { addEmbedding, missing, hasKnown } = setUp()
  addEmbedding('charged', 'charged', 'failed', 'quoted', 'accepted')
  addEmbedding('unconfirmed', 'unconfirmed', 'failed', 'quoted', 'accepted', 'unconfirmed')
  addEmbedding('closed', 'closed', 'closed', 'quoted', 'uncertain')
  for (const text of ['charged', 'unconfirmed', 'closed']) {
    expect(await missing(text)).toMatchObject({ missing: [], maybePaid: 1 })
    expect(await missing(text, 100, true)).toMatchObject({ missing: [text], maybePaid: 1 })
    expect(await hasKnown([text])).toBe(true)
  }
  addEmbedding('refunded', 'refunded', 'failed', 'quoted', 'accepted', 'unconfirmed', 'refunded')
  addEmbedding('unsent', 'unsent', 'failed', 'quoted', 'released')
  addEmbedding('rejected', 'rejected', 'rejected', 'quoted', 'released')
  addEmbedding('cancelled', 'cancelled', 'cancelled', 'quoted', 'released')
  for (const text of ['refunded', 'unsent', 'rejected', 'cancelled'])
    expect(await missing(text)).toMatchObject({ missing: [text], maybePaid: 0 })
})

it('none of many finished jobs of a model is left out', async () => {
  const { addEmbedding, database, missing } = setUp()
  database.transaction(() => {
    for (let n = 0; n < 2001; n++) addEmbedding(`e${n}`, `text ${n}`, 'failed')
  })
  for (const n of [0, 999, 1000, 2000]) expect(await missing(`text ${n}`)).toMatchObject({ maybePaid: 1 })
})

it('an embedding whose file was missing is read after its file was restored', async () => {
  const { embed, missing, library, places, fileOf, clock } = setUp()
  const asset = await embed('e', 'a fox', [[1, 0]])
  rmSync(fileOf(asset))
  expect(await missing('a fox')).toMatchObject({ known: 0 })
  const path = '2026/01/again.json'
  writeFileSync(join(places.library, path), '[[1,0]]')
  await library.restoreFile(asset.id, { ...library.assetDetail(asset.id).asset, path })
  await clock.advance(60_000)
  expect(await missing('a fox')).toMatchObject({ known: 1 })
})

it('the vectors of a deleted embedding are deleted with it', async () => {
  const { embed, missing, library } = setUp()
  const { id } = await embed('e', 'a fox', [[1, 0]])
  expect(await missing('a fox')).toMatchObject({ known: 1 })
  await library.trash([id])
  expect(await missing('a fox')).toMatchObject({ known: 1 })
  await library.emptyTrash()
  expect(await missing('a fox')).toMatchObject({ missing: [], known: 0, maybePaid: 1 })
})

it('reading a new embedding scans and sorts no results, however many there are', async () => {
  const { embed, vectors, database } = setUp()
  await embed('e', 'a fox', [[1, 0]])
  const steps = recordSteps(database)
  await vectors.readWithoutPauses()
  // The list of unread embeddings is in the wanted order, so its first rows are enough.
  expect([...steps].filter((step) => !step.startsWith('SEARCH'))).toEqual(['SCAN u'])
})
