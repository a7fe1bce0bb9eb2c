import { budgetErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Notices } from '../../app/createApp.ts'
import type { Connections } from '../../service/connections/Connections.ts'
import type { ExcessCharge } from './findExcess.ts'

interface Dependencies {
  notices: Pick<Notices, 'add' | 'withdraw' | 'list'>
  connections: Pick<Connections, 'find'>
}

/** One notice for each connection whose balance fell by more than was quoted, with the sums since the first time. */
export class ExcessNotices {
  readonly #dependencies: Dependencies
  readonly #shown = new Map<string, { problem: Problem; excess: ExcessCharge }>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  report(connectionId: string, excess: ExcessCharge): void {
    const { notices, connections } = this.#dependencies
    const shown = this.#shown.get(connectionId)
    const isShown = notices.list().some(({ problem }) => problem === shown?.problem)
    const total: ExcessCharge =
      shown && isShown
        ? {
            since: shown.excess.since,
            fell: shown.excess.fell + excess.fell,
            quoted: shown.excess.quoted + excess.quoted,
          }
        : excess
    const problem: Problem = {
      code: budgetErrors.excess,
      money: 'none',
      params: { ...total, connection: connections.find(connectionId)?.name ?? '' },
    }
    this.withdraw(connectionId)
    this.#shown.set(connectionId, { problem, excess: total })
    notices.add(problem)
  }

  /** Removes the notice of a connection, because it has another account. */
  withdraw(connectionId: string): void {
    const shown = this.#shown.get(connectionId)
    if (shown) this.#dependencies.notices.withdraw((problem) => problem === shown.problem)
    this.#shown.delete(connectionId)
  }
}
