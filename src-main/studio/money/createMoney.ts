import { join } from 'node:path'
import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import type { App } from '../app/createApp.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import type { StudioEvents } from '../events.ts'
import type { PriceRequest } from '../service/client/Exchange.ts'
import { environmentId, serviceAddress } from '../service/connections/serviceAddress.ts'
import type { Service } from '../service/createService.ts'
import type { Database } from '../storage/database/Database.ts'
import type { QueryFunction } from '../storage/workers/QueryTable.ts'
import type { World } from '../world.ts'
import { Balances } from './balance/Balances.ts'
import { Budgets } from './budgets/Budgets.ts'
import type { moneyQueries } from './moneyQueries.ts'
import { priceFrom } from './quotes/priceFrom.ts'
import type { QuoteOutcome } from './quotes/QuoteOutcome.ts'
import { QuoteService } from './quotes/QuoteService.ts'
import { Ledger } from './spend/Ledger.ts'
import { removeEmptyCells } from './spend/SpendCells.ts'
import { SpendExports } from './spend/SpendExports.ts'
import { SpendReports } from './spend/SpendReports.ts'
import { SpendSums } from './spend/SpendSums.ts'

interface Dependencies {
  world: Pick<World, 'clock' | 'uuid' | 'log' | 'dataFolder' | 'environment'>
  database: Database
  query: QueryFunction<typeof moneyQueries>
  service: Service
  catalogue: Catalogue
  app: Pick<App, 'notices'>
  events: StudioEvents
}

export type Money = ReturnType<typeof createMoney>

/** Prices, limits, the ledger with its reports and exports, and balances. */
export function createMoney({ world, database, query, service, catalogue, app, events }: Dependencies) {
  const { clock, uuid, log, environment, dataFolder } = world
  const emit = events.emitToWindows
  const requestPrice = async (
    connectionId: string,
    request: PriceRequest,
    signal?: AbortSignal,
  ): Promise<QuoteOutcome> => {
    const { exchange, heldUntil } = await service.prices.fetchPrice(connectionId, request, signal)
    const outcome = priceFrom(exchange, clock.now())
    return heldUntil === null || 'price' in outcome ? outcome : { ...outcome, waitsUntil: heldUntil }
  }
  const quotes = new QuoteService({
    clock,
    database,
    log,
    requestPrice,
    quota: (connectionId) => service.limits.quota({ kind: 'price', connectionId }),
  })
  const budgets = new Budgets({
    database,
    clock,
    report: (problem) => app.notices.add(problem),
    withdraw: (scope, codes) =>
      app.notices.withdraw(({ code, params }) => codes.includes(code) && params?.['scope'] === scope),
    onChange: () => {
      events.emit('limitsChanged')
      emit({ type: 'queue.changed' })
    },
  })
  const ledger = new Ledger({
    database,
    clock,
    onEntered: (connectionIds, entry) => balances.entered(connectionIds, entry),
  })

  const sums = new SpendSums(database)
  const reports = new SpendReports({ database, clock, operationName: (id) => id })
  /** Input of reports besides the database. */
  const reportInput = () => ({
    now: clock.now(),
    names: Object.fromEntries(catalogue.all().map(({ id, name }) => [id, name])),
  })
  const spend = {
    summary: () => query('spend.summary', reportInput()),
    report: (input: RouteInput<'spend.report'>) => query('spend.report', { ...reportInput(), ...input }),
    /** Jobs without what the window shows of them besides their money. */
    jobs: (input: RouteInput<'spend.jobs'>) => query('spend.jobs', { ...reportInput(), ...input }),
  }
  const exports = new SpendExports({
    reports,
    clock,
    uuid,
    readPage: (place) => query('spend.exportPage', { ...reportInput(), place }),
    folder: join(dataFolder, 'exports'),
  })

  const balances = new Balances({
    database,
    clock,
    log,
    emit,
    ask: query,
    access: service.access,
    get: (granted, path) => service.client.get(granted, path),
    held: (connectionId) => sums.held(`connection:${connectionId}`),
    onRefundProven: (jobIds) => events.emit('refundsProven', jobIds),
  })
  try {
    if (environment) balances.noteKey(environmentId(serviceAddress(environment.address)), environment.key)
  } catch (error) {
    log.warn('Whether the key of the environment changed is not known', { error: String(error) })
  }

  events.on('accessChanged', (connectionId) => {
    quotes.clearConnection(connectionId)
    balances.accessChanged(connectionId)
  })
  events.on('retry', (connectionId) => quotes.retryNow(connectionId))
  events.on('window', (event) => {
    if (event.type !== 'jobs.changed') return
    // Jobs that ended may have been charged now.
    for (const { state, connection } of event.jobs)
      if (state === 'saved' || state === 'failed') balances.ended(connection.id)
  })
  const closing = new AbortController()
  return {
    quotes,
    requestPrice,
    budgets,
    ledger,
    spend,
    exports,
    balances,
    /** Deletes empty sums; once at the start. */
    tidy: () => removeEmptyCells(database, closing.signal),
    close: async (): Promise<void> => {
      quotes.close()
      closing.abort()
      await Promise.all([balances.close(), exports.close()])
    },
  }
}
