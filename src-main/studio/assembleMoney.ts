import { join } from 'node:path'
import type { StudioEvent } from '../../src-preload/contract/events.ts'
import { Balances } from './balance/Balances.ts'
import { environmentId } from './connections/environmentId.ts'
import { serviceAddress } from './connections/serviceAddress.ts'
import type { Emit } from './events.ts'
import type { Jobs } from './jobs/Jobs.ts'
import type { Access } from './service/Exchange.ts'
import type { ServiceClient } from './service/ServiceClient.ts'
import { Ledger } from './spend/Ledger.ts'
import { SpendExports } from './spend/SpendExports.ts'
import { SpendJobs } from './spend/SpendJobs.ts'
import { SpendReports } from './spend/SpendReports.ts'
import type { Database } from './storage/Database.ts'
import type { World } from './world.ts'

interface Parts {
  world: Pick<World, 'clock' | 'uuid' | 'log' | 'dataFolder' | 'environment'>
  database: Database
  emit: Emit
  access: (connectionId: string) => Promise<Access>
  client: ServiceClient
  operationName: (id: string) => string
  /** Made after these. */
  jobs: () => Pick<Jobs, 'byIds' | 'confirmRefunds'>
}

/** The ledger, its reports and exports, and balances, put together; a part of `createStudio`. */
export function assembleMoney({ world, database, emit, access, client, operationName, jobs }: Parts) {
  const { clock, uuid, log, environment } = world
  const ledger = new Ledger({
    database,
    clock,
    onEntered: (connectionIds, entry) => balances.entered(connectionIds, entry),
  })
  const reports = new SpendReports({ database, clock, operationName })
  const behind = new SpendJobs({ database, reports, show: (ids) => jobs().byIds(ids) })
  const folder = join(world.dataFolder, 'exports')
  const exports = new SpendExports({ database, reports, folder, operationName, clock, uuid })
  const balances = new Balances({
    database,
    clock,
    log,
    emit,
    access,
    get: (granted, path) => client.get(granted, path),
    held: (connectionId) => reports.held(connectionId),
    onRefundProven: (ids) => jobs().confirmRefunds(ids),
  })
  try {
    if (environment) balances.noteKey(environmentId(serviceAddress(environment.address)), environment.key)
  } catch (error) {
    log.warn('Whether the key of the environment changed is not known', { error: String(error) })
  }
  return {
    ledger,
    reports,
    behind,
    exports,
    balances,
    /** Jobs that ended may have been charged just now. */
    hear: (event: StudioEvent): void => {
      if (event.type !== 'jobs.changed') return
      for (const { state, connection } of event.jobs)
        if (state === 'saved' || state === 'failed') balances.ended(connection.id)
    },
    close: async (): Promise<void> => {
      await Promise.all([balances.close(), exports.close()])
    },
  }
}
