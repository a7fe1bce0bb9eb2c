import { Worker } from 'node:worker_threads'
import { boundaryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Log } from '../../world.ts'
import type { Database } from '../database/Database.ts'
import {
  runQuery,
  type QueryFunction,
  type QueryResult,
  type QueryReply,
  type QueryTable,
  type ThreadError,
} from './QueryTable.ts'

/** Rows that were read are garbage soon; by default, V8 lets tens of megabytes of them accumulate. */
const YOUNG_GENERATION_MB = 8

interface Dependencies<Q extends QueryTable> {
  /** The module that calls `serveQueries` with these queries. */
  workerUrl: URL
  /** Path of the database. */
  file: string
  /** Runs the queries on the main thread if no thread can be started. */
  database: Database
  queries: Q
  log: Log
}

interface PendingQuery {
  name: string
  input: unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** Runs queries whose cost grows with the history in a thread with its own read-only connection, started at the first query. */
export class QueryWorker<Q extends QueryTable> {
  readonly #dependencies: Dependencies<Q>
  readonly #pending = new Map<number, PendingQuery>()
  /** Id of the latest request for each list. */
  readonly #latestByList = new Map<string, number>()
  #worker: Worker | null = null
  #hasFailed = false
  #isClosed = false
  #lastId = 0

  constructor(dependencies: Dependencies<Q>) {
    this.#dependencies = dependencies
  }

  /** Runs a query in the thread. @throws StudioError `superseded`, or the error of the query. */
  readonly query: QueryFunction<Q> = async (name, input, listId) => {
    const id = ++this.#lastId
    if (listId !== undefined) {
      const earlier = this.#latestByList.get(listId)
      if (earlier !== undefined) this.#cancel(earlier)
      this.#latestByList.set(listId, id)
    }
    try {
      const worker = this.#start()
      return await new Promise<QueryResult<Q, typeof name>>((resolve, reject) => {
        this.#pending.set(id, { name, input, resolve, reject })
        if (worker) worker.postMessage({ id, name, input }, [])
        else this.#runHere({ name, input, resolve, reject })
      })
    } finally {
      this.#pending.delete(id)
      if (listId !== undefined && this.#latestByList.get(listId) === id) this.#latestByList.delete(listId)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { reject } of this.#pending.values()) reject(new Error('The studio is closing'))
    this.#pending.clear()
    await this.#worker?.terminate()
  }

  #start(): Worker | null {
    if (this.#isClosed) throw new Error('The studio is closing')
    if (this.#hasFailed) return null
    if (this.#worker) return this.#worker
    const worker = new Worker(this.#dependencies.workerUrl, {
      workerData: this.#dependencies.file,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    })
    worker.unref()
    worker.on('message', (reply: QueryReply & { value: never }) => {
      const pending = this.#pending.get(reply.id)
      if ('problem' in reply) pending?.reject(new StudioError(reply.problem))
      else if ('error' in reply) pending?.reject(this.#toError(reply.error))
      else pending?.resolve(reply.value)
    })
    worker.on('error', (error: unknown) => {
      this.#dependencies.log.error('The thread for queries ended; they run on the main thread from now on', {
        error: String(error),
      })
      this.#hasFailed = true
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null
      for (const pending of this.#pending.values()) this.#runHere(pending)
    })
    return (this.#worker = worker)
  }

  #cancel(id: number): void {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#worker?.postMessage({ cancel: id }, [])
    pending.reject(new StudioError({ code: boundaryErrors.superseded, money: 'none' }))
  }

  #toError({ message, errcode }: ThreadError): unknown {
    const error = new Error(message)
    return this.#dependencies.database.onError(errcode === null ? error : Object.assign(error, { errcode }))
  }

  /** Runs all slices without a pause. Only used if there is no thread. */
  #runHere({ name, input, resolve, reject }: PendingQuery): void {
    const { queries, database } = this.#dependencies
    try {
      Reflect.apply(resolve, null, [runQuery(queries, database, name, input)])
    } catch (error) {
      reject(error)
    }
  }
}
