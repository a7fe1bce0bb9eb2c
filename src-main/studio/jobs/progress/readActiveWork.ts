import type { Database } from '../../storage/database/Database.ts'
import { WorkTable, type JobGroup } from './WorkTable.ts'

/** Jobs that wait or run, by model, with the newest saved jobs of each. */
export interface ActiveWork {
  models: { groups: JobGroup[]; history: ReturnType<WorkTable['history']> }[]
  waits: ReturnType<WorkTable['waits']>
  /** Batches whose results wait for disk space; null stands for single jobs. */
  onDiskFull: ReadonlySet<string | null>
}

export function readActiveWork(database: Database, now: number): ActiveWork {
  const table = new WorkTable(database)
  const keyOf = ({ connectionId, operation, model }: JobGroup) =>
    JSON.stringify([connectionId, operation, model])
  const models = [...Map.groupBy(table.activeJobs(), keyOf).values()].flatMap((groups) => {
    const [first] = groups
    return first ? [{ groups, history: table.history(first) }] : []
  })
  return { models, waits: table.waits(now), onDiskFull: table.batchesWaitingForDisk() }
}
