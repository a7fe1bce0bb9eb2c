import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { startSandbox } from '../../../src-main/sandbox/startSandbox.ts'
import { createRandom } from '../../../src-main/sandbox/random.ts'
import { startForgetfulProxy } from '../../../src-main/studio/testing/servers/startForgetfulProxy.ts'
import { openStudio } from '../openStudio.ts'
import { createRow, median, type Row } from '../Row.ts'

const HEALTHY = 20
const LOST = 20
const OPERATION = 'txt2img'
/** Small images, so that painting them takes no noticeable time. */
const SMALL = { width: 256, height: 256 }
/** Round trip of a request, ms. */
const LATENCY_MS = { min: 40, max: 240 }
/** The lost jobs are sent this long before the first healthy one, and the healthy ones within this time. */
const HEAD_START_MS = 75_000
const CLICKS_MS = 10_000
/** A job that isn't saved by then counts with this time. */
const MAX_MS = 240_000

/** Times from the click to the saved file of healthy jobs, ms, beside a number of jobs that the service has forgotten. */
async function measure(lost: number): Promise<number[]> {
  // The same durations of jobs and latencies in each run.
  const sandbox = await startSandbox({ flavour: 'spec', speed: 2, detail: 0.1, seed: 7 })
  const random = createRandom(7)
  const latency = (): number => LATENCY_MS.min + random() * (LATENCY_MS.max - LATENCY_MS.min)
  const proxy = await startForgetfulProxy(sandbox.address, latency)
  const studio = await openStudio({ address: proxy.address, key: sandbox.key })
  const { handlers } = studio
  try {
    await handlers['models.refresh']()
    const { models } = await handlers['models.list']({ operation: OPERATION })
    const model = models[0]?.slug ?? ''
    const { defaults } = await handlers['forms.open']({ operation: OPERATION, model })
    const enqueue = async (prompt: string): Promise<string> => {
      const draft = {
        operation: OPERATION,
        model,
        values: { ...defaults, ...SMALL, prompt },
        quote: null,
        another: true,
      }
      return (await handlers['jobs.enqueue']({ ...draft, idempotencyKey: randomUUID() })).id
    }
    for (let n = 0; n < lost; n++) await enqueue(`forgotten boat ${n}`)
    if (lost > 0) await wait(HEAD_START_MS)
    const ids: string[] = []
    for (let n = 0; n < HEALTHY; n++) {
      ids.push(await enqueue(`a boat ${n}`))
      await wait(CLICKS_MS / HEALTHY)
    }
    const deadline = performance.now() + MAX_MS
    const findAll = () => Promise.all(ids.map((id) => handlers['jobs.get']({ id })))
    let jobs = await findAll()
    while (jobs.some(({ state }) => state !== 'saved') && performance.now() < deadline) {
      await wait(500)
      jobs = await findAll()
    }
    return jobs
      .map(({ createdAt, finishedAt }) => (finishedAt ?? Number.POSITIVE_INFINITY) - createdAt)
      .map((ms) => Math.min(ms, MAX_MS))
  } finally {
    await studio.close()
    await proxy[Symbol.asyncDispose]()
    await sandbox.close()
  }
}

/** How much later healthy jobs are saved beside jobs that the service has forgotten, over real HTTP with latency. */
export const lostJobs = async (): Promise<Row[]> => {
  // The first run is slower, because the program is not compiled yet.
  await measure(0)
  const alone = await measure(0)
  const mixed = await measure(LOST)
  const row = (name: string, summarize: (times: number[]) => number): Row => {
    const [value, anchor] = [summarize(mixed), summarize(alone)]
    const ratio = Number((value / anchor).toFixed(3))
    return createRow({
      name,
      value: Math.round(value),
      unit: 'ms',
      anchor: Math.round(anchor),
      ratio,
      goal: 2,
    })
  }
  const name = `time to the file of ${HEALTHY} healthy jobs beside ${LOST} lost ones`
  return [row(`${name}, median`, median), row(`${name}, worst`, (times) => Math.max(...times))]
}
