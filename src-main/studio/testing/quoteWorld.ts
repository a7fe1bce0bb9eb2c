import { onTestFinished } from 'vitest'
import { QuoteDesk, type QuoteQuestion } from '../quotes/QuoteDesk.ts'
import type { Quota } from '../quotes/Quota.ts'
import type { Asked } from '../quotes/Asked.ts'
import type { WireRequest } from '../service/Exchange.ts'
import { Database } from '../storage/Database.ts'
import { migrate } from '../storage/migrate.ts'
import { migrations } from '../storage/migrations/index.ts'
import { fakeClock } from './fakeClock.ts'
import { memoryLog } from './memoryLog.ts'

/** A price call under way: answered by the test, when and in what order it likes. */
export interface PriceCall {
  connectionId: string
  /** The question's name, which is the request's text here. */
  name: string
  signal: AbortSignal
  reply: (asked: Asked) => void
  fail: (error: Error) => void
}

/** A quote desk over a real database, with a service that answers by hand. */
export function quoteWorld() {
  const clock = fakeClock()
  const log = memoryLog()
  const database = new Database(':memory:')
  migrate(database, migrations, () => {})
  onTestFinished(() => database.close())
  const calls: PriceCall[] = []
  const ask = (connectionId: string, request: WireRequest, signal: AbortSignal) =>
    new Promise<Asked>((reply, fail) => {
      calls.push({ connectionId, name: request.text, signal, reply, fail })
    })
  const told: { quota: Quota | null } = { quota: null }
  const openDesk = () => new QuoteDesk({ clock, database, log, ask, quota: () => told.quota })
  return { told, clock, log, database, calls, openDesk, desk: openDesk() }
}

/** Asks for the price of a thing by its name. */
export const question = (name: string, more: Partial<QuoteQuestion> = {}): QuoteQuestion => ({
  draft: 'draft',
  connectionId: 'c1',
  key: `${more.connectionId ?? 'c1'}/${name}`,
  request: { path: 'price', encoding: 'json', text: name },
  kind: 'typing',
  ...more,
})
