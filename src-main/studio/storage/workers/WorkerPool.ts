import { Worker } from 'node:worker_threads'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Clock } from '../../world.ts'

/** Tasks of a worker by name; inputs and results are copied by structured clone. */
export type Tasks = Record<string, (input: never) => unknown>

/** The response of a worker to a task. */
export type TaskResult = { value: unknown } | { problem: Problem } | { error: string }

/** Thrown if a task exceeded its deadline or memory limit, or its worker ended. */
export class TaskAborted extends Error {}

/** Thrown if the pool was closed before a task was done, which shows nothing about its input. */
export class PoolClosed extends Error {
  constructor() {
    super('the workers are closed')
  }
}

interface Dependencies {
  /** The module of the workers, which replies to each `{ name, input }` with a `TaskResult`. */
  entry: URL
  /** The maximum number of workers. */
  size: number
  /** Deadline of a task from its start in a worker, after which the worker is terminated. */
  deadlineMs: number
  /** Real time by default, even if the studio has another clock. */
  after?: Clock['after']
}

interface PendingTask {
  name: string
  input: unknown
  resolve: (value: never) => void
  reject: (error: Error) => void
}

/** A worker with its current task. */
interface Thread {
  worker: Worker
  /** Cancels the timer that ends the worker for being idle; null while it has a task. */
  cancelIdleTimer: (() => void) | null
  task: { complete: (result: TaskResult) => void; fail: (reason: string) => void } | null
}

const MAX_HEAP_MIB = 1024
/** An idle worker ends after this time, because it takes about 20 MB. */
const MAX_IDLE_MS = 30_000

/** Runs tasks in worker threads with a deadline and a memory limit. Workers start on demand and end when they are idle. */
export class WorkerPool<T extends Tasks> {
  readonly #dependencies: Dependencies
  readonly #pending: PendingTask[] = []
  readonly #threads = new Set<Thread>()
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** @throws TaskAborted; PoolClosed; StudioError or Error if the task threw one. */
  run<N extends keyof T & string>(name: N, input: Parameters<T[N]>[0]): Promise<Awaited<ReturnType<T[N]>>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new PoolClosed())
      this.#pending.push({ name, input, resolve, reject })
      this.#startNextTask()
    })
  }

  /** Terminates all workers; running tasks fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#pending.splice(0)) reject(new PoolClosed())
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()))
  }

  #startNextTask(): void {
    const idleThread = [...this.#threads].find(({ task }) => task === null)
    if (
      this.#isClosed ||
      this.#pending.length === 0 ||
      (!idleThread && this.#threads.size >= this.#dependencies.size)
    )
      return
    const task = this.#pending.shift()
    if (task) this.#assign(idleThread ?? this.#startWorker(), task)
  }

  #startWorker(): Thread {
    // It parses untrusted files and needs no environment variables.
    const worker = new Worker(this.#dependencies.entry, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    })
    const thread: Thread = { worker, cancelIdleTimer: null, task: null }
    const onEnd = (reason: string): void => {
      this.#threads.delete(thread)
      thread.task?.fail(reason)
    }
    worker.on('message', (result: TaskResult) => thread.task?.complete(result))
    worker.on('error', (error) => onEnd(error.message))
    worker.on('exit', () => onEnd('the worker ended'))
    this.#threads.add(thread)
    return thread
  }

  #assign(thread: Thread, { name, input, resolve, reject }: PendingTask): void {
    const { deadlineMs, after = afterRealTime } = this.#dependencies
    const { worker } = thread
    const finish = (): void => {
      cancel()
      thread.task = null
      // An idle worker does not keep the process alive.
      worker.unref()
      if (this.#threads.has(thread)) thread.cancelIdleTimer = after(MAX_IDLE_MS, end)
      this.#startNextTask()
    }
    const end = (): void => {
      this.#threads.delete(thread)
      void worker.terminate()
    }
    const fail = (reason: string): void => {
      end()
      reject(this.#isClosed ? new PoolClosed() : new TaskAborted(`${name}: ${reason}`))
      finish()
    }
    const complete = (result: TaskResult): void => {
      if ('problem' in result) reject(new StudioError(result.problem))
      else if ('error' in result) reject(new Error(`${name}: ${result.error}`))
      else Reflect.apply(resolve, undefined, [result.value])
      finish()
    }
    const cancel = after(deadlineMs, () => fail(`not done within ${deadlineMs} ms`))
    thread.cancelIdleTimer?.()
    thread.cancelIdleTimer = null
    thread.task = { complete, fail }
    worker.ref()
    worker.postMessage({ name, input }, [])
  }
}

const afterRealTime: Clock['after'] = (ms, run) => {
  // A worker with a task keeps the process alive by itself.
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}
