import type { App } from '../app/createApp.ts'
import type { CatalogueModule } from '../catalogue/createCatalogue.ts'
import type { StudioEvents } from '../events.ts'
import type { LibraryModule } from '../library/LibraryModule.ts'
import type { MoneyModule } from '../money/createMoney.ts'
import type { Service } from '../service/createService.ts'
import type { Storage } from '../storage/createStorage.ts'
import type { IntegrityCheck } from '../storage/database/IntegrityCheck.ts'
import type { QueryFunction } from '../storage/workers/QueryTable.ts'
import type { WorkerPool } from '../storage/workers/WorkerPool.ts'
import type { World } from '../world.ts'
import type { tableTasks } from './batches/readTable.ts'
import type { jobQueries } from './jobQueries.ts'

/** What the jobs module gets from the host, the other modules and the threads. */
export interface JobDependencies {
  world: Pick<World, 'clock' | 'uuid' | 'random' | 'log'>
  storage: Storage
  threads: {
    query: QueryFunction<typeof jobQueries>
    workers: Pick<WorkerPool<typeof tableTasks>, 'run'>
    integrity: Pick<IntegrityCheck, 'isIntact'>
  }
  app: App
  service: Service
  catalogue: CatalogueModule
  library: LibraryModule
  money: MoneyModule
  events: StudioEvents
}
