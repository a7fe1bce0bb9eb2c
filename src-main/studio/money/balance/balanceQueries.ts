import type { BalanceHint, BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import type { Database } from '../../storage/Database.ts'
import { BalanceTable, type Material } from './BalanceTable.ts'
import { hintOf } from './hintOf.ts'
import { isRefundProven } from './isRefundProven.ts'
import { resolutionOf } from './reconcile.ts'
import { spansOf } from './spansOf.ts'

/** What the readings of a balance say about jobs. Each reads all jobs between the readings, and so runs in the query thread. */
export const balanceQueries = {
  *'balance.spans'(database: Database, connectionId: string): Generator<void, BalanceSpan[]> {
    const { readings, moves } = yield* new BalanceTable(database).material(connectionId)
    return spansOf(readings, moves)
  },

  *'balance.hints'(database: Database): Generator<void, BalanceHint[]> {
    const table = new BalanceTable(database)
    const known = new Map<string, Material>()
    const hints: BalanceHint[] = []
    for (const { id, connectionId } of table.undecided()) {
      const material = known.get(connectionId) ?? (yield* table.material(connectionId))
      known.set(connectionId, material)
      const { readings, moves } = material
      const job = moves.find((move) => move.id === id)
      const suggests = job ? hintOf(job, readings, moves, resolutionOf(readings)) : null
      if (suggests !== null) hints.push({ id, suggests })
      yield
    }
    return hints
  },

  /** Failed jobs that the newest reading proves to be refunded although the service did not say so. */
  *'balance.provenRefunds'(database: Database, connectionId: string): Generator<void, string[]> {
    const { readings, moves } = yield* new BalanceTable(database).material(connectionId)
    const resolution = resolutionOf(readings)
    return moves
      .filter((move) => move.outcome === 'unconfirmed' && isRefundProven(move, readings, moves, resolution))
      .map(({ id }) => id)
  },
}
