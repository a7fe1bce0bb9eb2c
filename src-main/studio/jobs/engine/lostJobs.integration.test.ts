import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { startForgetfulProxy } from '../../testing/servers/startForgetfulProxy.ts'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'

const LOST = 12
const HEALTHY = 6
const SMALL = { width: 256, height: 256 }

it('jobs that the service has forgotten are named as that, get a small share of the polls, and healthy ones are saved beside them', async () => {
  let proxy: Awaited<ReturnType<typeof startForgetfulProxy>> | undefined
  const { studio } = await sandboxStudio({
    flavour: 'spec',
    startProxy: async (address) => {
      proxy = await startForgetfulProxy(address)
      onTestFinished(() => proxy?.[Symbol.asyncDispose]())
      return proxy.address
    },
  })
  const { handlers } = studio
  const operation = 'txt2img'
  await handlers['models.refresh']()
  const { models } = await handlers['models.list']({ operation })
  const model = models[0]?.slug ?? ''
  const { defaults } = await handlers['forms.open']({ operation, model })
  const enqueue = async (prompt: string): Promise<string> => {
    const draft = { operation, model, values: { ...defaults, ...SMALL, prompt }, quote: null, another: true }
    return (await handlers['jobs.enqueue']({ ...draft, idempotencyKey: randomUUID() })).id
  }
  const stateOf = async (id: string) => {
    const { state, problem } = await handlers['jobs.get']({ id })
    return problem ? `${state} ${problem.code}` : state
  }
  const states = (ids: readonly string[]) => Promise.all(ids.map(stateOf))
  const all = (text: string, count: number) => Array.from({ length: count }, () => text)

  const lost = await Promise.all(all('forgotten boat', LOST).map(enqueue))
  await expect.poll(() => states(lost)).toEqual(all('running job_unknown', LOST))
  const polls = proxy?.polls ?? []
  const healthy = await Promise.all(all('a boat', HEALTHY).map(enqueue))
  await expect.poll(() => states(healthy)).toEqual(all('saved', HEALTHY))
  // Each lost job is polled twice at its own pace. Further polls are within the budget of jobs in doubt.
  const further = polls.filter(({ isForgotten, call }) => isForgotten && call > 1)
  expect(further.length).toBeLessThan(LOST)
  expect(await states(lost)).toEqual(all('running job_unknown', LOST))
})
