import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { Database } from '../database/Database.ts'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { sqliteErrorCode } from '../files/storageError.ts'

/**
 * Long queries by name, which run in a thread. A query that returns a generator runs in slices: other queries run in between,
 * and it ends early if its request is superseded.
 */
export type QueryTable = Record<string, (database: Database, input: never) => unknown>

/** The second argument of a query. */
export type QueryInput<Q extends QueryTable, N extends keyof Q> = Parameters<Q[N]>[1]
/** What a query returns; for one in slices, what it returns at its end. */
export type QueryResult<Q extends QueryTable, N extends keyof Q> =
  ReturnType<Q[N]> extends Generator<unknown, infer Result> ? Result : ReturnType<Q[N]>

/**
 * Runs a query by name. `listId` is the id of the list or report on screen that needs the result: a later request with the same id
 * cancels an earlier one, which rejects with `superseded`.
 */
export type QueryFunction<Q extends QueryTable> = <N extends keyof Q & string>(
  name: N,
  input: QueryInput<Q, N>,
  listId?: string,
) => Promise<QueryResult<Q, N>>

interface QueryRequest {
  id: number
  name: string
  input: unknown
}

/** A message to the thread. */
export type QueryMessage = QueryRequest | { cancel: number }

/** An error that isn't a problem of the studio, with the result code of SQLite if that threw it. */
export interface ThreadError {
  message: string
  errcode: number | null
}

/** A reply of the thread: the value, or the error. */
export type QueryReply =
  | { id: number; value: unknown }
  | { id: number; problem: Problem }
  | { id: number; error: ThreadError }

/** Whether a query returned a generator. */
const isGenerator = (result: unknown): result is Generator<unknown, unknown> =>
  typeof result === 'object' && result !== null && Symbol.iterator in result && 'next' in result

/** Runs a query on the current thread, without pauses between slices. */
export function runQuery(queries: QueryTable, database: Database, name: string, input: unknown): unknown {
  const result = startQuery(queries, database, name, input)
  return isGenerator(result) ? runAllSlices(result) : result
}

/** Calls a query: returns its result, or a generator if it runs in slices. */
function startQuery(queries: QueryTable, database: Database, name: string, input: unknown): unknown {
  const query = queries[name]
  if (!query) throw new Error(`There is no query ${name}`)
  return Reflect.apply(query, null, [database, input])
}

/** Runs a sliced query to its end without a pause and returns its result. */
export function runAllSlices<T>(slices: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = slices.next()
    if (done === true) return value
  }
}

interface Priorities {
  /** Queries that wait before they start and between their slices while any foreground query runs. */
  background: ReadonlySet<string>
  /**
   * Background queries whose result nobody waits for. They pause after each slice, so that the computer stays
   * responsive.
   */
  idle: ReadonlySet<string>
}

/** An idle query pauses this many times as long as its last slice took, so it uses a sixth of a core. */
const IDLE_PAUSE_FACTOR = 5

/** Runs the queries of a `QueryWorker`. Called by the module of its thread. */
export function serveQueries(queries: QueryTable, { background, idle }: Priorities): void {
  const port = parentPort
  if (!port) throw new Error('This function runs only in the thread of a QueryWorker')
  const file = String(workerData)
  /** Ids of the requests that have neither ended nor been cancelled. */
  const wanted = new Set<number>()
  /** Number of requests that have not ended and are not background queries. */
  let foreground = 0
  let database: Database | null = null
  const pause = async (isBackground: boolean): Promise<void> => {
    do await setImmediate()
    while (isBackground && foreground > 0)
  }
  const run = async ({ id, name, input }: QueryRequest): Promise<QueryReply | null> => {
    const isBackground = background.has(name)
    // Foreground requests that arrived at the same time go first.
    if (isBackground) await pause(isBackground)
    if (!wanted.has(id)) return null
    database ??= new Database(file, { queryOnly: true })
    const slices = startQuery(queries, database, name, input)
    if (!isGenerator(slices)) return { id, value: slices }
    for (;;) {
      const startedAt = performance.now()
      const { done, value } = slices.next()
      if (done === true) return { id, value }
      if (idle.has(name)) await setTimeout((performance.now() - startedAt) * IDLE_PAUSE_FACTOR)
      await pause(isBackground)
      if (wanted.has(id)) continue
      slices.return(null)
      return null
    }
  }
  const reply = async (request: QueryRequest): Promise<void> => {
    const { id, name } = request
    wanted.add(id)
    if (!background.has(name)) foreground++
    try {
      const response = await run(request)
      if (response) port.postMessage(response, [])
    } catch (error) {
      const failure: QueryReply =
        error instanceof StudioError
          ? { id, problem: error.problem }
          : {
              id,
              error: {
                message: error instanceof Error ? error.message : String(error),
                errcode: sqliteErrorCode(error),
              },
            }
      port.postMessage(failure, [])
    }
    if (!background.has(name)) foreground--
    wanted.delete(id)
  }
  port.on('message', (message: QueryMessage) => {
    if ('cancel' in message) wanted.delete(message.cancel)
    else void reply(message)
  })
}
