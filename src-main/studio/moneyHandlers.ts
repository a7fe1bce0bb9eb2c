import type { moneyRoutes } from '../../src-preload/contract/routes/money.ts'
import type { assembleMoney } from './money/createMoney.ts'
import type { HostlessHandlers } from './Studio.ts'

/** The handlers of the routes about money. */
export function moneyHandlers({
  spend,
  exports,
  balances,
}: Pick<ReturnType<typeof assembleMoney>, 'spend' | 'exports' | 'balances'>): Pick<
  HostlessHandlers,
  keyof typeof moneyRoutes
> {
  return {
    'spend.summary': () => spend.summary(),
    'spend.report': (input) => spend.report(input),
    'spend.jobs': (input) => spend.jobs(input),
    'spend.export': (input) => exports.write(input),
    'balance.get': async ({ connectionId }) => balances.get(connectionId),
    'balance.warn_below': async ({ connectionId, low }) => balances.warnBelow(connectionId, low),
    'balance.spans': async ({ connectionId }) => ({ spans: await balances.spans(connectionId) }),
    'balance.hints': async () => ({ hints: await balances.hints() }),
  }
}
