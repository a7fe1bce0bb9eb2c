import { join } from 'node:path'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { App } from '../app/createApp.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import type { StudioEvents } from '../events.ts'
import type { PriceRequest } from '../service/http/Exchange.ts'
import { createEnvironmentId, normalizeAddress } from '../service/connections/normalizeInput.ts'
import type { Service } from '../service/createService.ts'
import type { Database } from '../storage/database/Database.ts'
import type { DiskGuard } from '../storage/files/DiskGuard.ts'
import type { QueryFunction, QueryResult } from '../storage/workers/QueryTable.ts'
import type { World } from '../world.ts'
import { Balances } from './balance/Balances.ts'
import { ExcessNotices } from './balance/ExcessNotices.ts'
import { StaleQuotes } from './quotes/StaleQuotes.ts'
import { Budgets } from './Budgets.ts'
import type { moneyQueries } from './moneyQueries.ts'
import { readQuoteOutcome, type QuoteOutcome } from './quotes/quoteOutcomes.ts'
import { QuoteService } from './quotes/QuoteService.ts'
import { Ledger } from './spend/Ledger.ts'
import { readJobCosts } from './spend/lineageCosts.ts'
import { removeEmptyCells } from './spend/SpendCells.ts'
import { SpendExports } from './spend/SpendExports.ts'
import { SpendReports } from './spend/SpendReports.ts'
import { SpendSums } from './spend/SpendSums.ts'

interface Dependencies {
  world: Pick<World, 'clock' | 'uuid' | 'log' | 'dataFolder' | 'environment'>
  database: Database
  disk: Pick<DiskGuard, 'requireConnected' | 'isDisconnected' | 'problem'>
  query: QueryFunction<typeof moneyQueries>
  service: Service
  catalogue: Catalogue
  app: Pick<App, 'notices'>
  events: StudioEvents
}

/** Reports of what was spent. Those that grow with the history are read in the query thread. */
interface SpendQueries {
  summary: () => Promise<RouteOutput<'spend.summary'>>
  report: (input: RouteInput<'spend.report'>) => Promise<RouteOutput<'spend.report'>>
  /** The ids of the jobs with their amounts; the handler of the route adds the other fields. */
  jobs: (input: RouteInput<'spend.jobs'>) => Promise<QueryResult<typeof moneyQueries, 'spend.jobs'>>
  /** What each job cost; jobs that were never quoted are left out. */
  costsOf: (jobIds: readonly string[]) => ReturnType<typeof readJobCosts>
}

/** Prices, spending limits, the ledger and balances, as the other modules use them. */
export interface MoneyModule {
  quotes: Pick<QuoteService, 'price' | 'find' | 'findLast' | 'isRefused'>
  /** Requests a price from the service, without the cache of `quotes`. */
  requestPrice: (connectionId: string, request: PriceRequest, signal?: AbortSignal) => Promise<QuoteOutcome>
  budgets: Pick<Budgets, 'list' | 'set' | 'check' | 'admit'>
  ledger: Omit<Ledger, 'startSession'>
  spend: SpendQueries
  exports: Pick<SpendExports, 'write' | 'find'>
  balances: Pick<Balances, 'get' | 'warnBelow' | 'spans' | 'hints'>
  /**
   * Emits `accessChanged` if the API key of the environment is not that of the last session. Call it once all modules listen, before
   * anything is sent.
   */
  detectEnvironmentKeyChange: () => void
  /** Starts a new session for the session limit. Call it after the jobs of the last session are recovered. */
  startSession: () => void
  /** Removes sums that count nothing any more. Called once after the start. */
  removeEmptySums: () => Promise<void>
  close: () => Promise<void>
}

/** Creates prices, spending limits, the ledger with its reports and exports, and balances. */
export function createMoney({
  world,
  database,
  disk,
  query,
  service,
  catalogue,
  app,
  events,
}: Dependencies): MoneyModule {
  const { clock, uuid, log, environment, dataFolder } = world
  const requestPrice: MoneyModule['requestPrice'] = async (connectionId, request, signal) => {
    const { exchange, heldUntil } = await service.prices.fetchPrice(connectionId, request, signal)
    // A file that isn't found on a disconnected disk is not known to be missing.
    const isDiskGone = exchange.kind === 'fault' && exchange.cause === 'input' && disk.isDisconnected()
    if (isDiskGone && disk.problem) return { problem: disk.problem }
    const outcome = readQuoteOutcome(exchange, clock.now())
    return heldUntil === null || 'price' in outcome ? outcome : { ...outcome, waitsUntil: heldUntil }
  }
  const quotes = new QuoteService({
    clock,
    database,
    log,
    requestPrice,
    limits: service.limits,
  })
  const budgets = new Budgets({
    database,
    clock,
    notices: app.notices,
    events,
  })
  const ledger = new Ledger({
    database,
    clock,
    onRecorded: (connectionIds, entry) => balances.ledgerChanged(connectionIds, entry),
  })

  const sums = new SpendSums(database)
  // Used only to find the days of an export's period. The reports themselves are made in the query thread.
  const reports = new SpendReports({ database, clock, operationName: (id) => id })
  /** What reports need besides the database. */
  const reportInput = () => ({
    now: clock.now(),
    operationNames: Object.fromEntries(catalogue.all().map(({ id }) => [id, catalogue.operationLabel(id)])),
  })
  const spend: SpendQueries = {
    summary: () => query('spend.summary', reportInput()),
    report: (input) => query('spend.report', { ...reportInput(), ...input }),
    jobs: (input) => query('spend.jobs', { ...reportInput(), ...input }),
    costsOf: (jobIds) => readJobCosts(database, jobIds),
  }
  const exports = new SpendExports({
    reports,
    clock,
    uuid,
    readPage: (cursor) => query('spend.exportPage', { ...reportInput(), cursor }),
    folder: join(dataFolder, 'exports'),
    disk,
  })

  const balances = new Balances({
    database,
    clock,
    log,
    query,
    service,
    sums,
    events,
    onExcess: (connectionId, excess) => {
      quotes.clearConnection(connectionId)
      staleQuotes.invalidate(connectionId)
      excessNotices.report(connectionId, excess)
      events.emitToWindows({ type: 'prices.changed' })
    },
  })
  const staleQuotes = new StaleQuotes(database)
  const excessNotices = new ExcessNotices({ notices: app.notices, connections: service.connections })
  events.on('accessChanged', (connectionId) => {
    quotes.clearConnection(connectionId)
    excessNotices.withdraw(connectionId)
    balances.accessChanged(connectionId)
  })
  events.on('retry', (connectionId) => quotes.clearErrors(connectionId))
  events.on('window', (event) => {
    if (event.type !== 'jobs.changed') return
    // Some services charge for a job when it ends.
    for (const { state, connection } of event.jobs)
      if (state === 'saved' || state === 'failed') balances.jobEnded(connection.id)
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
    detectEnvironmentKeyChange: () => {
      if (!environment) return
      try {
        const connectionId = createEnvironmentId(normalizeAddress(environment.address))
        balances.detectKeyChange(connectionId, environment.key)
      } catch (error) {
        log.warn('Could not check whether the API key of the environment changed', { error: String(error) })
      }
    },
    startSession: () => {
      ledger.startSession()
      budgets.startSession()
    },
    removeEmptySums: () => removeEmptyCells(database, closing.signal),
    close: async () => {
      quotes.close()
      closing.abort()
      await Promise.all([balances.close(), exports.close()])
    },
  }
}
