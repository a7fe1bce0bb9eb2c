import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'

const operation = 'txt2img'

async function setUp() {
  const { studio, sandbox, skip } = await sandboxStudio({ flavour: 'spec' })
  const { handlers } = studio
  await handlers['models.refresh']()
  const slugs = (await handlers['models.list']({ operation })).models.map(({ slug }) => slug)
  const [model = ''] = slugs
  const { defaults } = await handlers['forms.open']({ operation, model })
  const values = { ...defaults, prompt: 'a fox' }
  const prices = (models: string[], request: boolean) =>
    handlers['models.prices']({ operation, values, models, request })
  return { handlers, sandbox, skip, slugs, model, values, prices }
}

it('a used model is listed with its last result and, after some jobs, its usual time; others are not', async () => {
  const { handlers, model, values } = await setUp()
  const details = async () => (await handlers['models.details']({ operation })).models
  expect(await details()).toEqual([])
  for (let seed = 1; seed <= 5; seed++)
    await handlers['jobs.enqueue']({
      operation,
      model,
      values: { ...values, seed },
      idempotencyKey: randomUUID(),
      quote: null,
    })
  await expect.poll(async () => (await details())[0]?.usual ?? null, { interval: 50 }).not.toBeNull()
  await expect
    .poll(async () => (await handlers['jobs.list']({ scope: 'open', limit: 10, before: null })).jobs.length)
    .toBe(0)
  const [used, ...others] = await details()
  expect(others).toEqual([])
  expect(used).toMatchObject({ slug: model, result: { role: 'result', operation } })
  const newest = used?.result?.id ?? ''
  await handlers['library.trash']({ ids: [newest] })
  const [afterTrash] = await details()
  expect(afterTrash?.result?.id).not.toBe(newest)
})

it('prices are requested only on demand, apply to the form, and are listed with their time when outdated', async () => {
  const { handlers, sandbox, skip, slugs, model, values, prices } = await setUp()
  const few = slugs.slice(0, 3)
  expect(await prices(few, false)).toEqual({ prices: [], canRequest: false })
  const requested = await prices(few, true)
  expect(requested.canRequest).toBe(true)
  expect(requested.prices.map(({ slug, isCurrent }) => [slug, isCurrent])).toEqual(
    few.map((slug) => [slug, true]),
  )
  const shown = await handlers['quotes.price']({ operation, model, values, draftId: 'form', kind: 'choice' })
  expect(shown).toMatchObject({ state: 'priced', price: requested.prices[0]?.price })
  const calls = sandbox.control.counts().price
  expect((await prices(few, true)).prices).toEqual(requested.prices)
  expect(sandbox.control.counts().price).toBe(calls)
  skip(3_600_000)
  expect((await prices([model], false)).prices).toEqual([{ ...requested.prices[0], isCurrent: false }])
})

it('outdated prices stay known when the quota for price requests runs out', async () => {
  const { sandbox, skip, slugs, prices } = await setUp()
  const few = slugs.slice(0, 3)
  await prices(few, true)
  skip(3_600_000)
  sandbox.control.setLimits({ price: { perMinute: 50, perDay: 1 } })
  const { prices: known, canRequest } = await prices(few, true)
  expect(canRequest).toBe(false)
  expect(known.map(({ slug, isCurrent }) => [slug, isCurrent])).toEqual([
    [few[0], true],
    [few[1], false],
    [few[2], false],
  ])
})

it('a model that no longer exists is left out, and no more prices are requested once one is unavailable', async () => {
  const { sandbox, slugs, prices } = await setUp()
  sandbox.control.setFaults(['price:500'])
  const calls = sandbox.control.counts().price
  expect(await prices(['gone', ...slugs.slice(0, 3)], true)).toEqual({ prices: [], canRequest: false })
  expect(sandbox.control.counts().price).toBe(calls + 1)
})
