import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import type { Meaning } from '../../../../src-preload/contract/routes/meaning.ts'
import { Database, type Row } from '../../storage/database/Database.ts'
import { catchProblem } from '../../testing/worlds/createBatchWorld.ts'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'

const ALL: LibraryFilter = { trash: false, search: '', conditions: [] }
const poll = <T>(work: () => T) => expect.poll(work, { interval: 20 })

async function meaningStudio(dataFolder = temporaryFolder()) {
  const { studio, sandbox, close } = await sandboxStudio({ flavour: 'spec', dataFolder })
  const { handlers } = studio
  // The sandbox connection stays the same after a restart.
  await handlers['connections.use_sandbox']()
  await handlers['models.refresh']()
  const modelOf = async (operation: string) =>
    (await handlers['models.list']({ operation })).models[0]?.slug ?? ''
  const model = await modelOf('txt2embedding')
  const save = async (operation: string, values: Record<string, string | string[] | number>) => {
    const draft = { operation, model: await modelOf(operation) }
    const { defaults } = await handlers['forms.open'](draft)
    const job = await handlers['jobs.enqueue']({
      ...draft,
      values: { ...defaults, ...values },
      idempotencyKey: randomUUID(),
      quote: null,
      another: true,
    })
    await poll(async () => (await handlers['jobs.get']({ id: job.id })).state).toBe('saved')
    return (await handlers['jobs.get']({ id: job.id })).assets[0]?.id ?? ''
  }
  const makeImage = (prompt: string) => save('txt2img', { prompt, width: 256, height: 256, seed: 1 })
  const request = (meaning: Meaning, filter: Partial<LibraryFilter> = {}) => ({
    filter: { ...ALL, ...filter },
    meaning,
    model,
  })
  /** Requests an offer and its prices. */
  const offer = async (meaning: Meaning, filter?: Partial<LibraryFilter>, includePaid = false) => {
    const offered = await handlers['meaning.offer']({ ...request(meaning, filter), includePaid })
    const preview =
      offered.preview && (await handlers['batches.price']({ preview: offered.preview.id, limit: 20 }))
    return { ...offered, preview }
  }
  const enqueue = (preview: { id: string; total: number } | null, idempotencyKey: string = randomUUID()) =>
    handlers['meaning.enqueue']({
      preview: preview?.id ?? '',
      total: preview?.total ?? 0,
      idempotencyKey,
      name: 'Embeddings',
    })
  const rank = async (meaning: Meaning, filter?: Partial<LibraryFilter>) => {
    const ranking = await handlers['meaning.rank']({ ...request(meaning, filter), limit: 200 })
    return { ...ranking, titles: ranking.results.map(({ tile }) => tile.title) }
  }
  /** Enqueues the missing embeddings of an offer, and waits for them. */
  const embed = async (meaning: Meaning, filter?: Partial<LibraryFilter>) => {
    const { preview } = await offer(meaning, filter)
    const batch = await enqueue(preview)
    await poll(async () => (await offer(meaning, filter)).inProgress).toBe(0)
    return batch
  }
  const submits = () => sandbox.control.ledger().filter(({ operation }) => operation === 'txt2embedding')
  return { close, sandbox, handlers, makeImage, save, offer, enqueue, rank, embed, submits, model }
}

it('filtered results are sorted by meaning, the closest first', async () => {
  const { makeImage, offer, embed, rank } = await meaningStudio()
  for (const prompt of [
    'a ship in the harbour',
    'fresh bread and soup',
    'sail boats on the ocean',
    'bread baking',
  ])
    await makeImage(prompt)
  const query = { text: 'boat on the sea' }
  expect(await rank(query)).toMatchObject({ isTextReady: false, results: [], ready: 0, total: 4 })
  expect(await offer(query)).toMatchObject({ missing: 5, known: 0, inProgress: 0, hasMore: false })
  await embed(query)
  const { titles, results, ...counts } = await rank(query)
  expect(titles.slice(0, 2).toSorted()).toEqual(['a ship in the harbour', 'sail boats on the ocean'])
  expect(titles).toHaveLength(4)
  expect(results.map(({ similarity }) => similarity)).toEqual(
    results.map(({ similarity }) => similarity).toSorted((a, b) => b - a),
  )
  expect(counts).toEqual({ text: 'boat on the sea', isTextReady: true, ready: 4, total: 4 })
  expect((await rank(query, { search: 'bread' })).titles).toHaveLength(2)
})

it('a result is compared by its prompt, without itself, and results without a text are left out', async () => {
  const { makeImage, save, embed, rank } = await meaningStudio()
  const id = await makeImage('a ship in the harbour')
  await makeImage('bread baking')
  await save('txt2embedding', { input: 'an embedding is no result to compare' })
  await embed({ id })
  expect(await rank({ id })).toMatchObject({
    text: 'a ship in the harbour',
    titles: ['bread baking'],
    ready: 2,
    total: 2,
  })
  expect(await catchProblem(() => rank({ id: 'nobody' }))).toMatchObject({
    code: 'text_missing',
    money: 'none',
  })
})

it('no text is paid for twice: in another search, after a restart, or if the user embedded it', async () => {
  const dataFolder = temporaryFolder()
  const first = await meaningStudio(dataFolder)
  await first.makeImage('a ship in the harbour')
  await first.makeImage('bread  baking ')
  await first.save('txt2embedding', { input: ['bread baking', 'a hill'] })
  const batch = await first.embed({ text: 'boats' })
  expect(first.submits()).toHaveLength(2)
  expect(batch).toMatchObject({ jobs: 1 })
  expect(await first.offer({ text: 'boats' })).toMatchObject({ missing: 0, known: 3, preview: null })
  expect(await first.offer({ text: 'a hill' })).toMatchObject({ missing: 0, known: 3 })
  await first.makeImage('a hill')
  await first.close()

  const second = await meaningStudio(dataFolder)
  expect(await second.offer({ text: 'boats' })).toMatchObject({ missing: 0, known: 4 })
  expect((await second.rank({ text: 'boats' })).ready).toBe(3)
  expect(second.submits()).toEqual([])
})

it('embeddings that were not read when the studio closed are read by the next offer', async () => {
  const dataFolder = temporaryFolder()
  const first = await meaningStudio(dataFolder)
  await first.save('txt2embedding', { input: 'text 0' })
  await first.close()
  const database = new Database(join(dataFolder, 'easel.db'))
  const copyRow = (table: string, changes: Row) => {
    const row = { ...database.get(`SELECT * FROM ${table} WHERE seq = 1`), ...changes }
    const marks = Object.keys(row).fill('?')
    database.run(
      `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${marks.join()})`,
      ...Object.values(row),
    )
  }
  const path = String(database.get('SELECT path FROM assets')?.['path'])
  const texts = Array.from({ length: 100 }, (_, n) => `text ${n}`)
  database.transaction(() => {
    for (const [n, input] of [...texts.entries()].slice(1)) {
      const id = `copy ${n}`
      copyRow('jobs', { seq: n + 1, id, idempotency_key: id, form_values: JSON.stringify({ input }) })
      // Paths must be unique, so each copy refers to the same file with a different number of `./`.
      copyRow('assets', { seq: n + 1, id, job_id: id, path: './'.repeat(n) + path })
      database.run("INSERT INTO asset_vectors VALUES (?, 1, 1, x'00000000')", id)
    }
  })
  database.close()

  const second = await meaningStudio(dataFolder)
  const offer = second.offer({ text: 'text 0' }).catch(() => null)
  await second.close()
  await offer

  const third = await meaningStudio(dataFolder)
  for (const text of texts) expect(await third.offer({ text })).toMatchObject({ missing: 0, known: 1 })
})

it('a double click makes one batch, and the same offer can’t be enqueued again by another click', async () => {
  const { makeImage, offer, enqueue, handlers, submits } = await meaningStudio()
  await makeImage('a ship in the harbour')
  const { preview } = await offer({ text: 'boats' })
  const click = randomUUID()
  const [one, two] = await Promise.all([enqueue(preview, click), enqueue(preview, click)])
  expect(two.id).toBe(one.id)
  expect((await enqueue(preview, click)).id).toBe(one.id)
  expect(await catchProblem(() => enqueue(preview))).toMatchObject({
    code: 'quote_outdated',
    money: 'not_charged',
  })
  expect((await offer({ text: 'boats' })).missing).toBe(0)
  await poll(async () => (await handlers['batches.list']()).batches[0]?.saved).toBe(1)
  expect(submits()).toHaveLength(1)
  expect(Math.round((submits()[0]?.price ?? 0) * 1e9)).toBe(preview?.total)
})

it('an offer that another one superseded is not enqueued', async () => {
  const { makeImage, offer, enqueue, submits } = await meaningStudio()
  await makeImage('a ship in the harbour')
  const { preview: earlier } = await offer({ text: 'boats' })
  const { preview: later } = await offer({ text: 'boats' })
  expect(await catchProblem(() => enqueue(earlier))).toMatchObject({ code: 'quote_outdated' })
  expect(await catchProblem(() => enqueue(later && { ...later, total: later.total - 1 }))).toMatchObject({
    code: 'price_changed',
  })
  expect(submits()).toEqual([])
})

it('texts of a failed embedding are offered again, those of one that the user retries are not', async () => {
  const { sandbox, makeImage, offer, enqueue, handlers } = await meaningStudio()
  await makeImage('a ship in the harbour')
  sandbox.control.setFaults(['submit:422'])
  const { preview } = await offer({ text: 'boats' })
  await enqueue(preview)
  await poll(async () => (await handlers['batches.list']()).batches[0]?.failed).toBe(1)
  sandbox.control.setFaults([])
  const { preview: again } = await offer({ text: 'boats' })
  expect(again).toMatchObject({ count: 1 })
  const filter = { states: ['failed' as const, 'rejected' as const] }
  const [failed] = (await handlers['queue.page']({ filter, cursor: null, limit: 9 })).jobs
  await handlers['jobs.repeat']({ id: failed?.id ?? '', idempotencyKey: randomUUID(), quote: null })
  expect(await catchProblem(() => enqueue(again))).toMatchObject({ code: 'quote_outdated' })
  expect(await offer({ text: 'boats' })).toMatchObject({ missing: 0, preview: null })
})

it('texts of an embedding that failed without a refund are embedded again only if the user includes them', async () => {
  const { sandbox, makeImage, offer, enqueue, handlers, submits, rank } = await meaningStudio()
  await makeImage('a ship in the harbour')
  const query = { text: 'boats' }
  sandbox.control.setFaults(['job-fails=kept'])
  await enqueue((await offer(query)).preview)
  await poll(async () => (await handlers['batches.list']()).batches[0]?.failed).toBe(1)
  sandbox.control.setFaults([])
  expect(await offer(query)).toMatchObject({ missing: 0, inProgress: 0, maybePaid: 2, preview: null })
  const { preview, ...counts } = await offer(query, {}, true)
  expect(counts).toMatchObject({ missing: 2, maybePaid: 2 })
  await enqueue(preview)
  expect(await offer(query, {}, true)).toMatchObject({ missing: 0, inProgress: 2, maybePaid: 0 })
  await poll(async () => (await rank(query)).ready).toBe(1)
  expect(submits()).toHaveLength(2)
})
