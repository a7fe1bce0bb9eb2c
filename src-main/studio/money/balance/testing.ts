import { expect, onTestFinished } from 'vitest'
import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import { NANO_PER_DOLLAR } from '../../../../src-preload/shared/formatMoney.ts'
import type { Exchange } from '../../service/http/Exchange.ts'
import { StudioEvents } from '../../events.ts'
import { SpendSums } from '../spend/SpendSums.ts'
import { spendWorld } from '../spend/testing.ts'
import { queryInline } from '../../testing/queryInline.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { balanceQueries } from './balanceQueries.ts'
import type { ExcessCharge } from './findExcess.ts'
import { Balances } from './Balances.ts'

/** Milliseconds. */
export const SECOND = 1000
/** In nano-dollars. */
export const DOLLAR = NANO_PER_DOLLAR
export const respondWith = (status: number, json: unknown): Exchange => ({
  kind: 'response',
  status,
  headers: {},
  text: '',
  json,
})

/** Balances of the connection `c` on a real ledger, with a service that reports 20 dollars until a test sets another response. */
export function balanceWorld() {
  const world = spendWorld(Date.UTC(2026, 0, 15, 12), 'UTC')
  const { clock, database } = world
  const sums = new SpendSums(database)
  const emittedEvents: StudioEvent[] = []
  let next: () => Exchange | Promise<Exchange> = () => respondWith(200, { data: { balance: 20 } })
  const requestTimes: number[] = []
  const provenRefunds: string[] = []
  const excesses: ExcessCharge[] = []
  const events = new StudioEvents()
  events.on('window', (event) => emittedEvents.push(event))
  events.on('refundsProven', (ids) => provenRefunds.push(...ids))
  const balances = new Balances({
    database,
    query: queryInline(database, balanceQueries),
    clock,
    log: memoryLog(),
    events,
    service: {
      connections: {
        getAccess: (connectionId) =>
          Promise.resolve({ connectionId, address: 'https://service.example', key: 'key' }),
      },
      client: {
        get: async (_, path) => {
          expect(path).toBe('balance')
          requestTimes.push(clock.now())
          return next()
        },
      },
    },
    sums,
    onExcess: (_, excess) => void excesses.push(excess),
  })
  events.on('accessChanged', (connectionId) => balances.accessChanged(connectionId))
  onTestFinished(() => balances.close())
  const fetchBalance = async () => {
    balances.get('c')
    await clock.advance(1)
    return balances.get('c')
  }
  return {
    ...world,
    balances,
    requestTimes,
    provenRefunds,
    excesses,
    emittedEvents,
    fetchBalance,
    setResponse: (...response: Parameters<typeof respondWith>) => (next = () => respondWith(...response)),
    setBehavior: (how: typeof next) => (next = how),
  }
}
