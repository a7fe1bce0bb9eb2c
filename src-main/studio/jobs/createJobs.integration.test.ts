import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { Progress } from '../../../src-preload/contract/types/progress.ts'
import type { Studio } from '../Studio.ts'
import { sandboxStudio } from '../testing/worlds/sandboxStudio.ts'

/** A draft of an image, with the first model. */
async function prepareDraft(handlers: Studio['handlers']) {
  const operation = 'txt2img'
  await handlers['models.refresh']()
  const { models } = await handlers['models.list']({ operation })
  const model = models[0]?.slug ?? ''
  const { defaults } = await handlers['forms.open']({ operation, model })
  return { operation, model, values: { ...defaults, prompt: 'a fox', seed: 7 } }
}

it('a job counts as in progress until it is saved, and is then listed with its files in Spend', async () => {
  const { studio } = await sandboxStudio({ flavour: 'spec' })
  const { handlers } = studio
  const progress: Progress[] = []
  studio.onEvent((event) => {
    if (event.type === 'progress') progress.push(event.progress)
  })
  const draft = await prepareDraft(handlers)
  const { id } = await handlers['jobs.enqueue']({
    ...draft,
    idempotencyKey: randomUUID(),
    quote: null,
    another: false,
  })
  const poll = <T>(work: () => T) => expect.poll(work, { interval: 20 })
  await poll(() => progress[0]).toMatchObject({ done: 0, total: 1, isActive: true })
  await poll(async () => (await handlers['jobs.get']({ id })).state).toBe('saved')
  await poll(() => progress.at(-1)).toMatchObject({ total: 0, isActive: false })
  const { jobs } = await handlers['spend.jobs']({
    period: 'all',
    by: 'task',
    key: draft.operation,
    before: null,
    limit: 10,
  })
  const assets = expect.arrayContaining([expect.objectContaining({ role: 'result' })])
  expect(jobs).toMatchObject([{ id, job: { id, state: 'saved', assets } }])
})

it('a job that was being sent at a crash is uncertain and counts as used today, but not in the new session', async () => {
  const { studio, dataFolder, close } = await sandboxStudio({ flavour: 'spec' })
  const { handlers } = studio
  const draft = await prepareDraft(handlers)
  const quote = await handlers['quotes.price']({ ...draft, draftId: 'test', kind: 'choice' })
  if (quote.state !== 'priced') throw new Error('The job has no price')
  await handlers['queue.pause']()
  const { id } = await handlers['jobs.enqueue']({
    ...draft,
    idempotencyKey: randomUUID(),
    quote,
    another: false,
  })
  await close()
  const database = new DatabaseSync(join(dataFolder, 'easel.db'))
  database.exec("UPDATE jobs SET state = 'sending'")
  database.close()

  const next = (await sandboxStudio({ flavour: 'spec', dataFolder })).studio.handlers
  expect((await next['jobs.get']({ id })).state).toBe('uncertain')
  const usedOf = async (kind: 'day' | 'session') => {
    const { budgets } = await next['budgets.set']({ scope: { kind }, cap: 1_000_000_000 })
    return budgets.find((budget) => budget.scope.kind === kind)?.used
  }
  expect(await usedOf('day')).toBe(quote.price)
  expect(await usedOf('session')).toBe(0)
})

it('the notice of a rejected key disappears once the key works, even if the connection was renamed meanwhile', async () => {
  const { studio, sandbox } = await sandboxStudio({ flavour: 'spec' })
  const { handlers } = studio
  const operation = 'txt2img'
  const saved = await handlers['connections.add']({
    name: 'Studio account',
    address: sandbox.address,
    key: sandbox.key,
  })
  await handlers['models.refresh']()
  const { models } = await handlers['models.list']({ operation })
  const model = models[0]?.slug ?? ''
  const { defaults } = await handlers['forms.open']({ operation, model })
  sandbox.control.setFaults(['submit:401'])
  const { id } = await handlers['jobs.enqueue']({
    operation,
    model,
    values: { ...defaults, prompt: 'a fox', seed: 7 },
    idempotencyKey: randomUUID(),
    quote: null,
    another: false,
  })
  const poll = <T>(work: () => T) => expect.poll(work, { interval: 20 })
  const notices = async () => (await handlers['studio.info']()).notices.map(({ problem }) => problem.code)
  await poll(notices).toEqual(['service_key_refused'])
  await handlers['connections.update']({ id: saved.id, name: 'Renamed account' })
  sandbox.control.setFaults([])
  await handlers['jobs.try_again']({ id })
  await poll(async () => (await handlers['jobs.get']({ id })).state).toBe('saved')
  expect(await notices()).toEqual([])
})
