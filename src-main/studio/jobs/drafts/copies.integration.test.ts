import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { catchProblem } from '../../testing/worlds/createBatchWorld.ts'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'

/** A studio with a paused queue and a priced draft. */
async function setUp(
  operation = 'txt2img',
  values: Record<string, string | number> = { prompt: 'a fox', seed: 7 },
) {
  const { studio } = await sandboxStudio({ flavour: 'spec' })
  const { handlers } = studio
  await handlers['models.refresh']()
  await handlers['queue.pause']()
  const { models } = await handlers['models.list']({ operation })
  const model = models[0]?.slug ?? ''
  const { defaults } = await handlers['forms.open']({ operation, model })
  const draft = { operation, model, values: { ...defaults, ...values } }
  const quote = await handlers['quotes.price']({ ...draft, draftId: 'form', kind: 'choice' })
  if (quote.state !== 'priced') throw new Error(`The draft has no price: ${quote.state}`)
  const { key, price, quotedAt } = quote
  const click = (copies = 4) => ({
    ...draft,
    idempotencyKey: randomUUID(),
    quote: { key, price, quotedAt },
    copies,
    total: price * copies,
  })
  const listJobs = async () =>
    (await handlers['jobs.list']({ scope: 'recent', limit: 100, before: null })).jobs
  return { handlers, click, price, listJobs }
}

it('the first copy has the seed of the form, the others have new seeds, and all have the price on the button', async () => {
  const { handlers, click, price, listJobs } = await setUp()
  const { jobs } = await handlers['jobs.enqueue_copies'](click())
  expect(jobs.map((job) => [job.state, job.price])).toEqual(
    Array.from({ length: 4 }, () => ['queued', price]),
  )
  const seeds = jobs.map(({ seed }) => seed)
  expect(seeds[0]).toBe(7)
  expect(new Set(seeds).size).toBe(4)
  expect(await listJobs()).toHaveLength(4)
})

it('the same click sent twice enqueues its copies once', async () => {
  const { handlers, click, listJobs } = await setUp()
  const input = click()
  const first = await handlers['jobs.enqueue_copies'](input)
  const second = await handlers['jobs.enqueue_copies'](input)
  expect(second.jobs.map(({ id }) => id)).toEqual(first.jobs.map(({ id }) => id))
  expect(await listJobs()).toHaveLength(4)
})

it('copies whose prices don’t add up to the total on the button are not enqueued', async () => {
  const { handlers, click, price, listJobs } = await setUp()
  const input = { ...click(), total: price * 3 }
  expect(await catchProblem(() => handlers['jobs.enqueue_copies'](input))).toMatchObject({
    code: 'price_changed',
    params: { shown: price * 3, price: price * 4 },
  })
  const stale = { ...click(3), quote: { ...click().quote, price: price - 1 } }
  expect(await catchProblem(() => handlers['jobs.enqueue_copies'](stale))).toMatchObject({
    code: 'price_changed',
    params: { shown: (price - 1) * 3, price: price * 3 },
  })
  expect(await listJobs()).toEqual([])
})

it('copies whose total exceeds a limit are not enqueued, although one copy would fit', async () => {
  const { handlers, click, price, listJobs } = await setUp()
  await handlers['budgets.set']({ scope: { kind: 'run' }, cap: price * 3 })
  expect(await catchProblem(() => handlers['jobs.enqueue_copies'](click(4)))).toMatchObject({
    code: 'budget_full',
  })
  expect(await listJobs()).toEqual([])
  expect((await handlers['jobs.enqueue_copies'](click(3))).jobs).toHaveLength(3)
})

it('a click whose first copy already exists enqueues nothing, unless another one is requested', async () => {
  const { handlers, click, listJobs } = await setUp()
  const { jobs } = await handlers['jobs.enqueue_copies'](click(2))
  const again = await handlers['jobs.enqueue_copies'](click(2))
  expect(again.jobs).toMatchObject([{ id: jobs[0]?.id, already: 'in_progress' }])
  expect(await listJobs()).toHaveLength(2)
  expect((await handlers['jobs.enqueue_copies']({ ...click(2), another: true })).jobs).toHaveLength(2)
  expect(await listJobs()).toHaveLength(4)
})

it('a click whose first copy is saved already adds its result to the chosen collection', async () => {
  const { handlers, click } = await setUp()
  const { jobs } = await handlers['jobs.enqueue_copies'](click(2))
  await handlers['queue.resume']({ all: true })
  const find = () => handlers['jobs.get']({ id: jobs[0]?.id ?? '' })
  await expect.poll(async () => (await find()).state).toBe('saved')
  const { id: collection } = await handlers['collections.create']({ name: 'Foxes' })
  const again = await handlers['jobs.enqueue_copies']({ ...click(2), collection })
  expect(again.jobs).toMatchObject([{ id: jobs[0]?.id, already: 'completed' }])
  const { tiles } = await handlers['library.page']({
    before: null,
    limit: 9,
    filter: {
      trash: false,
      search: '',
      conditions: [{ field: 'collection', is: true, values: [collection] }],
    },
    sort: { by: 'date', descending: true },
  })
  expect(tiles.map(({ id }) => id)).toEqual(
    (await find()).assets.flatMap(({ id, role }) => (role === 'result' ? [id] : [])),
  )
})

it('rejects copies of a form without a seed', async () => {
  const { handlers, click, listJobs } = await setUp('txt2audio', { text: 'The tide is coming in.' })
  expect(await catchProblem(() => handlers['jobs.enqueue_copies'](click(2)))).toMatchObject({
    code: 'invalid_form',
  })
  expect(await listJobs()).toEqual([])
})
