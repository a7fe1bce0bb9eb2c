import { randomBytes } from 'node:crypto'
import { borderErrors, StudioError, type Envelope } from '../../../src-preload/contract/errors.ts'
import type { Log } from '../../studio/world.ts'

/**
 * Runs `work` and wraps its result, or its problem, in an envelope. An unexpected error becomes `internal` with the id of its
 * log entry, never a stack.
 */
export async function guarded<T>(operation: string, log: Log, work: () => Promise<T>): Promise<Envelope<T>> {
  try {
    return { ok: true, data: await work() }
  } catch (error) {
    if (error instanceof StudioError) return { ok: false, error: error.problem }
    const id = shortId()
    log.error('A call failed unexpectedly', { id, operation, error })
    return { ok: false, error: { code: borderErrors.internal, money: 'none', params: { id } } }
  }
}

/** Eight hex digits that connect an error on the screen with its log entry. */
const shortId = (): string => randomBytes(4).toString('hex')
