import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { plainPlan } from '../../jobs/batches/testing.ts'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'

const QUARTER_HOUR = 900_000
const plan = { ...plainPlan, seeds: 'shared' as const }

/** A job and a batch of three, which waited for longer than a quarter of an hour; since then all prices are `factor` times as high. */
async function setUpWaitingJobs(factor: number) {
  const { studio, sandbox, skip } = await sandboxStudio({ flavour: 'spec' })
  const { handlers } = studio
  await handlers['models.refresh']()
  const { models } = await handlers['models.list']({ operation: 'txt2img' })
  const model = models[0]?.slug ?? ''
  const { defaults } = await handlers['forms.open']({ operation: 'txt2img', model })
  const draft = (prompt: string) => ({
    operation: 'txt2img',
    model,
    values: { ...defaults, prompt, seed: 7 },
  })
  await handlers['queue.pause']()
  const quote = await handlers['quotes.price']({ ...draft('alone'), draftId: 'd', kind: 'choice' })
  if (quote.state !== 'priced') throw new Error(quote.state)
  const { id: job } = await handlers['jobs.enqueue']({
    ...draft('alone'),
    idempotencyKey: randomUUID(),
    quote,
  })
  const preview = await handlers['batches.preview']({ ...draft('{a|b|c}'), plan })
  const batchRequest = { name: 'B', skip: [], total: 3 * quote.price, unpriced: false, cap: null }
  const { id: batch } = await handlers['batches.enqueue']({
    ...batchRequest,
    preview: preview.id,
    idempotencyKey: randomUUID(),
  })
  skip(QUARTER_HOUR + 1000)
  sandbox.control.setPriceFactors(Object.fromEntries(models.map(({ slug }) => [slug, factor])))
  await handlers['queue.resume']({ all: false })
  const billed = () => sandbox.control.ledger().map(({ price }) => Math.round(price * 1e9))
  const spent = async () => {
    const { totals } = await handlers['spend.report']({ period: 'all', by: 'day' })
    return totals.completed.amount + totals.running.amount
  }
  const poll = <T>(work: () => Promise<T>) => expect.poll(work, { interval: 20 })
  return { handlers, job, batch, price: quote.price, billed, spent, poll }
}

it('a job that waited for more than a quarter of an hour is sent automatically if its price did not rise', async () => {
  const { price, billed, spent, poll } = await setUpWaitingJobs(0.5)
  await poll(async () => billed().length).toBe(4)
  const half = price / 2
  expect(billed()).toEqual([half, half, half, half])
  await poll(spent).toBe(4 * half)
})

it('a job that waited for more than a quarter of an hour and costs more is sent only at the accepted price', async () => {
  const { handlers, job, batch, price, billed, spent, poll } = await setUpWaitingJobs(2)
  const readStates = async () => {
    const { batches } = await handlers['batches.list']()
    const [one, many] = [await handlers['jobs.get']({ id: job }), batches.find(({ id }) => id === batch)]
    return [one.state, one.problem?.code, many?.state, many?.problem?.code, many?.problem?.params]
  }
  const params = { shown: price, price: 2 * price, jobs: 3, reserved: 3 * price }
  await poll(readStates).toEqual(['queued', 'price_changed', 'paused', 'batch_price_changed', params])
  expect(billed()).toEqual([])

  const quote = await handlers['jobs.price']({ id: job })
  if (quote.state !== 'priced') throw new Error(quote.state)
  await expect(handlers['jobs.accept_price']({ id: job, quote: { ...quote, price } })).rejects.toThrow(
    'price_changed',
  )
  await handlers['jobs.accept_price']({ id: job, quote })
  await poll(async () => billed()).toEqual([2 * price])

  const { total, ...rest } = await handlers['batches.requote']({ id: batch })
  expect([total, rest]).toEqual([6 * price, { jobs: 3, unpriced: 0 }])
  await expect(handlers['batches.accept_price']({ id: batch, total: total - 1 })).rejects.toThrow(
    'price_changed',
  )
  expect(billed()).toEqual([2 * price])
  expect(await handlers['batches.accept_price']({ id: batch, total })).toMatchObject({
    state: 'running',
    problem: null,
  })
  await poll(async () => billed()).toEqual([2 * price, 2 * price, 2 * price, 2 * price])
  await poll(spent).toBe(8 * price)
})

it('a new price is refused if the job or the whole batch then costs more than the limit per run', async () => {
  const { handlers, job, batch, price, billed, poll } = await setUpWaitingJobs(2)
  const states = async () => {
    const { batches } = await handlers['batches.list']()
    return [(await handlers['jobs.get']({ id: job })).problem?.code, batches[0]?.problem?.code]
  }
  await poll(states).toEqual(['price_changed', 'batch_price_changed'])
  const quote = await handlers['jobs.price']({ id: job })
  if (quote.state !== 'priced') throw new Error(quote.state)
  await handlers['budgets.set']({ scope: { kind: 'run' }, cap: 2 * price - 1 })
  await expect(handlers['jobs.accept_price']({ id: job, quote })).rejects.toThrow('budget_full')
  const { total } = await handlers['batches.requote']({ id: batch })
  await handlers['budgets.set']({ scope: { kind: 'run' }, cap: 6 * price - 1 })
  await expect(handlers['batches.accept_price']({ id: batch, total })).rejects.toThrow('budget_full')
  expect(billed()).toEqual([])
  await handlers['budgets.set']({ scope: { kind: 'run' }, cap: 6 * price })
  await handlers['jobs.accept_price']({ id: job, quote })
  await handlers['batches.accept_price']({ id: batch, total })
  await poll(async () => billed()).toHaveLength(4)
})
