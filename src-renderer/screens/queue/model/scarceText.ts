import type { LearntLimit } from '../../../../src-preload/contract/types/queue.ts'
import { t } from '../../../i18n/t.ts'

/** Share of a daily quota below which it is shown. */
const SCARCE = 0.1

/** Texts about nearly used daily quotas, the lowest one of each kind. */
export function scarceText(limits: readonly LearntLimit[]): string[] {
  const scarce = limits.flatMap(({ kind, dayLimit, dayUsed }) => {
    if (dayLimit === null || dayUsed === null) return []
    const remaining = Math.max(0, dayLimit - dayUsed)
    return remaining <= dayLimit * SCARCE ? [{ kind, remaining, limit: dayLimit }] : []
  })
  return (['send', 'poll', 'price'] as const).flatMap((kind) => {
    const [lowest] = scarce.filter((quota) => quota.kind === kind).sort((a, b) => a.remaining - b.remaining)
    return lowest ? [t(`queue.scarce_${kind}`, { left: lowest.remaining, limit: lowest.limit })] : []
  })
}
