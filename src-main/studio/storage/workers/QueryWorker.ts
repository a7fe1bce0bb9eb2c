import { Worker } from 'node:worker_threads'
import { boundaryErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { Log } from '../../world.ts'
import type { Database } from '../database/Database.ts'
import { runQuery, type Ask, type QueryResult, type QueryReply, type QueryTable } from './QueryTable.ts'

interface Dependencies<Q extends QueryTable> {
  /** The module that calls `serveQueries` with these queries. */
  thread: URL
  /** Path of the database. */
  file: string
  /** Runs the queries on the main thread if no thread can be started. */
  database: Database
  queries: Q
  log: Log
}

interface Waiting {
  name: string
  input: unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** Runs queries whose cost grows with the history in a thread with its own read-only connection, started at the first query. */
export class QueryWorker<Q extends QueryTable> {
  readonly #dependencies: Dependencies<Q>
  readonly #waiting = new Map<number, Waiting>()
  /** Id of the latest request of each view. */
  readonly #views = new Map<string, number>()
  #worker: Worker | null = null
  #hasFailed = false
  #closed = false
  #ids = 0

  constructor(dependencies: Dependencies<Q>) {
    this.#dependencies = dependencies
  }

  /** @throws StudioError `superseded`; Error if the query fails. */
  readonly ask: Ask<Q> = async (name, input, view) => {
    const id = ++this.#ids
    if (view !== undefined) {
      const earlier = this.#views.get(view)
      if (earlier !== undefined) this.#drop(earlier)
      this.#views.set(view, id)
    }
    try {
      const worker = this.#start()
      return await new Promise<QueryResult<Q, typeof name>>((resolve, reject) => {
        this.#waiting.set(id, { name, input, resolve, reject })
        if (worker) worker.postMessage({ id, name, input }, [])
        else this.#runHere({ name, input, resolve, reject })
      })
    } finally {
      this.#waiting.delete(id)
      if (view !== undefined && this.#views.get(view) === id) this.#views.delete(view)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.values()) reject(new Error('The studio is closing'))
    this.#waiting.clear()
    await this.#worker?.terminate()
  }

  #start(): Worker | null {
    if (this.#closed) throw new Error('The studio is closing')
    if (this.#hasFailed) return null
    if (this.#worker) return this.#worker
    const worker = new Worker(this.#dependencies.thread, { workerData: this.#dependencies.file })
    worker.unref()
    worker.on('message', (reply: QueryReply & { value: never }) => {
      const waiting = this.#waiting.get(reply.id)
      if ('error' in reply)
        waiting?.reject(
          typeof reply.error === 'string' ? new Error(reply.error) : new StudioError(reply.error),
        )
      else waiting?.resolve(reply.value)
    })
    worker.on('error', (error: unknown) => {
      this.#dependencies.log.error('The thread for queries ended; they run on the main thread from now on', {
        error: String(error),
      })
      this.#hasFailed = true
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null
      for (const waiting of this.#waiting.values()) this.#runHere(waiting)
    })
    return (this.#worker = worker)
  }

  #drop(id: number): void {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    this.#worker?.postMessage({ drop: id }, [])
    waiting.reject(new StudioError({ code: boundaryErrors.superseded, money: 'none' }))
  }

  /** Runs all slices without a pause. Only used if there is no thread. */
  #runHere({ name, input, resolve, reject }: Waiting): void {
    const { queries, database } = this.#dependencies
    try {
      Reflect.apply(resolve, null, [runQuery(queries, database, name, input)])
    } catch (error) {
      reject(error)
    }
  }
}
