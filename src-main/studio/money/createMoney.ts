import { join } from 'node:path'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import { Balances } from './balance/Balances.ts'
import type { Queries } from '../threads/queries.ts'
import { environmentId, serviceAddress } from '../service/connections/serviceAddress.ts'
import type { Emit } from '../events.ts'
import type { Jobs } from '../jobs/Jobs.ts'
import type { Access } from '../service/client/Exchange.ts'
import type { ServiceClient } from '../service/client/ServiceClient.ts'
import { Ledger } from './spend/Ledger.ts'
import { SpendExports } from './spend/SpendExports.ts'
import { removeEmptyCells } from './spend/SpendCells.ts'
import { SpendReports } from './spend/SpendReports.ts'
import { SpendSums } from './spend/SpendSums.ts'
import type { Database } from '../storage/Database.ts'
import type { Ask } from '../storage/QueryTable.ts'
import type { World } from '../world.ts'

interface Parts {
  world: Pick<World, 'clock' | 'uuid' | 'log' | 'dataFolder' | 'environment'>
  database: Database
  emit: Emit
  access: (connectionId: string) => Promise<Access>
  client: ServiceClient
  operations: () => readonly { id: string; name: string }[]
  ask: Ask<Queries>
  /** Created after these. */
  jobs: () => Pick<Jobs, 'byIds' | 'confirmRefunds'>
}

/** The ledger, its reports and exports, and balances, put together; a part of `createStudio`. */
export function assembleMoney(parts: Parts) {
  const { world, database, emit, access, client, operations, ask, jobs } = parts
  const { clock, uuid, log, environment } = world
  const ledger = new Ledger({
    database,
    clock,
    onEntered: (connectionIds, entry) => balances.entered(connectionIds, entry),
  })
  const sums = new SpendSums(database)
  const reports = new SpendReports({ database, clock, operationName: (id) => id })
  const closing = new AbortController()
  /** Input of queries besides the database. */
  const about = () => ({
    now: clock.now(),
    names: Object.fromEntries(operations().map(({ id, name }) => [id, name])),
  })
  const spend = {
    summary: () => ask('spend.summary', about()),
    report: (asked: RouteInput<'spend.report'>) => ask('spend.report', { ...about(), ...asked }),
    jobs: async (asked: RouteInput<'spend.jobs'>): Promise<RouteOutput<'spend.jobs'>> => {
      const page = await ask('spend.jobs', { ...about(), ...asked })
      const shown = new Map(
        jobs()
          .byIds(page.jobs.map(({ id }) => id))
          .map((job) => [job.id, job]),
      )
      return { ...page, jobs: page.jobs.map((one) => ({ ...one, job: shown.get(one.id) ?? null })) }
    },
  }
  const folder = join(world.dataFolder, 'exports')
  const exports = new SpendExports({
    reports,
    readPage: (place) => ask('spend.exportPage', { ...about(), place }),
    folder,
    clock,
    uuid,
  })
  const balances = new Balances({
    database,
    ask,
    clock,
    log,
    emit,
    access,
    get: (granted, path) => client.get(granted, path),
    held: (connectionId) => sums.held(`connection:${connectionId}`),
    onRefundProven: (ids) => jobs().confirmRefunds(ids),
  })
  try {
    if (environment) balances.noteKey(environmentId(serviceAddress(environment.address)), environment.key)
  } catch (error) {
    log.warn('Whether the key of the environment changed is not known', { error: String(error) })
  }
  return {
    ledger,
    spend,
    exports,
    balances,
    /** Jobs that ended may have been charged now. */
    hear: (event: StudioEvent): void => {
      if (event.type !== 'jobs.changed') return
      for (const { state, connection } of event.jobs)
        if (state === 'saved' || state === 'failed') balances.ended(connection.id)
    },
    /** Deletes empty sums; once at the start. */
    tidy: () => removeEmptyCells(database, closing.signal),
    close: async (): Promise<void> => {
      closing.abort()
      await Promise.all([balances.close(), exports.close()])
    },
  }
}
