import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'

const MINUTE = 60_000

/** A studio with a quoted draft, and functions that change all prices and click at a shown quote. */
async function setUp(clockSpeed = 1) {
  const { studio, sandbox, skip } = await sandboxStudio({ flavour: 'spec', clockSpeed })
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
  const price = async (prompt = 'a fox', draftId = 'd') => {
    const quote = await handlers['quotes.price']({ ...draft(prompt), draftId, kind: 'choice' })
    if (quote.state !== 'priced') throw new Error(quote.state)
    return quote
  }
  const click = (quote: Awaited<ReturnType<typeof price>>, prompt = 'a fox') =>
    handlers['jobs.enqueue']({ ...draft(prompt), idempotencyKey: randomUUID(), quote })
  const setPrices = (factor: number) =>
    sandbox.control.setPriceFactors(Object.fromEntries(models.map(({ slug }) => [slug, factor])))
  const billed = () => sandbox.control.ledger().map((entry) => Math.round(entry.price * 1e9))
  return { handlers, price, click, setPrices, billed, skip }
}

it('a click on a price older than two minutes is sent only at the new price, which a click showed', async () => {
  const { price, click, setPrices, billed, skip } = await setUp()
  const shown = await price()
  setPrices(3)
  skip(2 * MINUTE + 1000)
  await expect(click(shown)).rejects.toThrow('quote_outdated')
  // Another prompt has the same price key, so its price is requested again too.
  const renewed = await price('another prompt', 'another')
  expect(renewed.price).toBe(3 * shown.price)
  await expect(click(shown)).rejects.toThrow('price_changed')
  expect(billed()).toEqual([])
  await click(renewed)
  await expect.poll(billed).toEqual([renewed.price])
})

it('a click on a price that fell is sent at the lower price', async () => {
  const { price, click, setPrices, billed, skip } = await setUp()
  const shown = await price()
  setPrices(0.5)
  skip(MINUTE + 1000)
  const renewed = await price()
  const job = await click(shown)
  expect([job.price, renewed.price]).toEqual([shown.price / 2, shown.price / 2])
  await expect.poll(billed).toEqual([shown.price / 2])
})

it('a balance that fell by more than was quoted is said, and waiting jobs are quoted again', async () => {
  const { handlers, price, click, setPrices, billed } = await setUp(60)
  const { connections } = await handlers['connections.list']()
  const connectionId = connections.find(({ current }) => current)?.id ?? ''
  const poll = <T>(work: () => T | Promise<T>) => expect.poll(work, { interval: 20, timeout: 10_000 })
  const readings = () => handlers['balance.get']({ connectionId })
  await poll(async () => (await readings()).balance).not.toBeNull()
  const shown = await price()
  // The service changes its prices right after it was asked.
  setPrices(3)
  await click(shown)
  await poll(billed).toEqual([3 * shown.price])
  await handlers['queue.pause']()
  const waiting = await click(shown, 'a second fox')
  const notices = async () => (await handlers['studio.info']()).notices.map(({ problem }) => problem)
  await poll(notices).toMatchObject([
    { code: 'balance_excess', params: { fell: 3 * shown.price, quoted: shown.price } },
  ])
  await handlers['queue.resume']({ all: false })
  await poll(async () => (await handlers['jobs.get']({ id: waiting.id })).problem).toMatchObject({
    code: 'price_changed',
    params: { shown: shown.price, price: 3 * shown.price },
  })
  expect(billed()).toHaveLength(1)
})
