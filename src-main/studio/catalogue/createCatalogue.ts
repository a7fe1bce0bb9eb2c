import { join } from 'node:path'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { Catalogue } from './Catalogue.ts'
import { OverridesFile } from './overrides/OverridesFile.ts'
import type { Emit } from '../events.ts'
import type { Log } from '../world.ts'

interface Parts {
  dataFolder: string
  log: Log
  report: (problem: Problem) => void
  emit: Emit
}

/** The operations, with the changes of the settings file beside the library. */
export function openCatalogue({ dataFolder, log, report, emit }: Parts) {
  const catalogue = new Catalogue()
  const overrides = new OverridesFile({
    path: join(dataFolder, 'operations.json'),
    catalogue,
    log,
    report,
    onChange: () => emit({ type: 'models.changed' }),
  })
  overrides.reload()
  return { catalogue, overrides }
}
