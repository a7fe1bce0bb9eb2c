import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { StudioError } from '../../../../src-preload/contract/errors.ts'
import { Database } from '../database/Database.ts'
import { isGenerator, type QueryMessage, type QueryReply, type QueryTable } from './QueryTable.ts'

/** Runs the queries of a `QueryWorker` in its thread. */
export function serveQueries(queries: QueryTable): void {
  const port = parentPort
  if (!port) throw new Error('This module is the thread of a QueryWorker')
  const file = String(workerData)
  const cancelled = new Set<number>()
  let database: Database | null = null
  const run = async (id: number, name: string, input: unknown): Promise<QueryReply | null> => {
    database ??= new Database(file, { readOnly: true })
    const query: ((database: Database, input: never) => unknown) | undefined = queries[name]
    if (!query) throw new Error(`There is no query ${name}`)
    const slices: unknown = Reflect.apply(query, null, [database, input])
    if (!isGenerator(slices)) return { id, value: slices }
    for (;;) {
      const { done, value } = slices.next()
      if (done === true) return { id, value }
      await setImmediate()
      if (!cancelled.delete(id)) continue
      slices.return(null)
      return null
    }
  }
  const reply = async (id: number, name: string, input: unknown): Promise<void> => {
    try {
      const response = await run(id, name, input)
      if (response) port.postMessage(response, [])
    } catch (error) {
      const failure: QueryReply = {
        id,
        error: error instanceof StudioError ? error.problem : String(error),
      }
      port.postMessage(failure, [])
    }
    cancelled.delete(id)
  }
  port.on('message', (message: QueryMessage) => {
    if ('cancel' in message) return void cancelled.add(message.cancel)
    const { id, name, input } = message
    void reply(id, name, input)
  })
}
