import { expect, onTestFinished } from 'vitest'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Exchange } from '../../service/client/Exchange.ts'
import { SpendSums } from '../spend/SpendSums.ts'
import { spendWorld } from '../spend/testing.ts'
import { queryInline } from '../../testing/queryInline.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { balanceQueries } from './balanceQueries.ts'
import { Balances } from './Balances.ts'

/** Milliseconds. */
export const SECOND = 1000
/** Nano-dollars. */
export const DOLLAR = 1_000_000_000
export const answer = (status: number, json: unknown): Exchange => ({
  kind: 'response',
  status,
  headers: {},
  text: '',
  json,
})

/** Balances of the connection `c` on a real ledger, and a service that tells 20 dollars until a test says otherwise. */
export function balanceWorld() {
  const world = spendWorld(Date.UTC(2026, 0, 15, 12), 'UTC')
  const { clock, database } = world
  const sums = new SpendSums(database)
  const told: StudioEvent[] = []
  let next: () => Exchange | Promise<Exchange> = () => answer(200, { data: { balance: 20 } })
  const asked: number[] = []
  const proven: string[] = []
  const balances = new Balances({
    database,
    query: queryInline(database, balanceQueries),
    clock,
    log: memoryLog(),
    emit: (event) => told.push(event),
    access: (connectionId) =>
      Promise.resolve({ connectionId, address: 'https://service.example', key: 'key' }),
    get: async (_, path) => {
      expect(path).toBe('balance')
      asked.push(clock.now())
      return next()
    },
    held: (id) => sums.held(`connection:${id}`),
    onRefundProven: (ids) => proven.push(...ids),
  })
  onTestFinished(() => balances.close())
  const look = async () => {
    balances.get('c')
    await clock.advance(1)
    return balances.get('c')
  }
  return {
    ...world,
    balances,
    asked,
    proven,
    told,
    look,
    answers: (...with_: Parameters<typeof answer>) => (next = () => answer(...with_)),
    does: (how: typeof next) => (next = how),
  }
}
