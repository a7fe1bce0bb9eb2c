import { borderErrors, StudioError, type Envelope } from '../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Log } from '../../studio/world.ts'
import { guarded } from './guarded.ts'
import { parseMediaAddress } from './parseMediaAddress.ts'

const MAX_NAME = 4096

type Source = Parameters<Studio['inputs']['take']>[0]

/** Stores a file from the window as an input. `name` and `sourceId` are untrusted. */
export const addInput = (
  inputs: Studio['inputs'],
  source: Source | null,
  name: unknown,
  sourceId: unknown,
  log: Log,
): Promise<Envelope<Asset>> =>
  guarded('inputs.take', log, async () => {
    const from = sourceId === undefined || sourceId === null ? null : parseMediaAddress('asset', sourceId)
    const isInvalidSource = sourceId !== undefined && sourceId !== null && from === null
    if (!source || typeof name !== 'string' || name.length > MAX_NAME || isInvalidSource) {
      throw new StudioError({ code: borderErrors.invalidInput, money: 'none' })
    }
    return inputs.take(source, { name, ...(from && { sourceId: from.id }) })
  })
