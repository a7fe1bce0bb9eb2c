import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeClock, type FakeClock } from '../../testing/fakeClock.ts'
import { PoolClosed, TaskAborted, WorkerPool } from './WorkerPool.ts'

/** The tasks of real threads: `spin` never returns, `exit` ends its worker, `refuse` and `throw` report failures, the others return. */
const SOURCE = `
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', ({ name, input }) => {
    if (name === 'spin') for (;;) {}
    if (name === 'exit') process.exit(3)
    if (name === 'refuse') parentPort.postMessage({ problem: { code: 'table_broken', money: 'none' } })
    else if (name === 'throw') parentPort.postMessage({ error: 'no such file' })
    else parentPort.postMessage({ value: name === 'thread' ? threadId : input * 2 })
  })
`
interface Tasks extends Record<string, (input: never) => unknown> {
  double: (input: number) => number
  thread: (input: null) => number
  spin: (input: null) => never
  exit: (input: null) => never
  refuse: (input: null) => never
  throw: (input: null) => never
}
let clock: FakeClock
let pool: WorkerPool<Tasks>

beforeEach(() => {
  clock = fakeClock(0)
  pool = new WorkerPool({
    entry: new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`),
    size: 1,
    deadlineMs: 5_000,
    after: clock.after,
  })
})
afterEach(() => pool.close())

it('runs tasks in order, however many wait for one worker', async () => {
  const results = await Promise.all([1, 2, 3].map((input) => pool.run('double', input)))
  expect(results).toEqual([2, 4, 6])
})

it('terminates a task at its deadline and starts a new worker for the next one', async () => {
  const spinning = pool.run('spin', null)
  const next = pool.run('double', 4)
  const failed = expect(spinning).rejects.toThrow(TaskAborted)
  await clock.advance(4_999)
  expect(clock.pending()).toBe(1)
  await clock.advance(1)
  await failed
  expect(await next).toBe(8)
})

it('fails a task whose worker ends, and continues', async () => {
  const results = await Promise.allSettled([pool.run('exit', null), pool.run('double', 1)])
  expect(results).toMatchObject([{ reason: expect.any(TaskAborted) }, { value: 2 }])
})

it('ends a worker that is idle for 30 seconds, and starts a new one for the next task', async () => {
  const thread = () => pool.run('thread', null)
  const first = await thread()
  await clock.advance(29_999)
  expect(await thread()).toBe(first)
  await clock.advance(29_999)
  expect(await thread()).toBe(first)
  await clock.advance(30_000)
  expect(clock.pending()).toBe(0)
  expect(await thread()).not.toBe(first)
})

it('rejects with the problem or the error of a task', async () => {
  await expect(pool.run('refuse', null)).rejects.toMatchObject({ problem: { code: 'table_broken' } })
  const thrown = await pool.run('throw', null).catch((error: unknown) => error)
  expect(thrown).toMatchObject({ message: 'throw: no such file' })
  expect(thrown).not.toBeInstanceOf(TaskAborted)
})

it('fails running and waiting tasks when it closes', async () => {
  const all = Promise.allSettled([pool.run('spin', null), pool.run('double', 1)])
  await pool.close()
  const closed = { reason: expect.any(PoolClosed) }
  expect(await all).toMatchObject([closed, closed])
  await expect(pool.run('double', 1)).rejects.toThrow(PoolClosed)
})
