import type { Database } from '../../storage/database/Database.ts'
import { WorkTable, type Bundle } from './WorkTable.ts'

/** The open work by model, with the newest saved jobs of each. */
export interface WorkToCome {
  models: { bundles: Bundle[]; history: ReturnType<WorkTable['history']> }[]
  waits: ReturnType<WorkTable['waits']>
  /** Batches whose results wait for disk space; null stands for single jobs. */
  onDiskFull: ReadonlySet<string | null>
}

export function readWorkToCome(database: Database, now: number): WorkToCome {
  const table = new WorkTable(database)
  const keyOf = ({ connectionId, operation, model }: Bundle) =>
    JSON.stringify([connectionId, operation, model])
  const models = [...Map.groupBy(table.toCome(), keyOf).values()].flatMap((bundles) => {
    const [first] = bundles
    return first ? [{ bundles, history: table.history(first) }] : []
  })
  return { models, waits: table.waits(now), onDiskFull: table.waitingForRoom() }
}
