import type { LearntLimit } from '../../../../src-preload/contract/types/queue.ts'
import { t } from '../../../i18n/t.ts'

/** Share of a daily quota below which it is shown. */
const SCARCE = 0.1

/** Texts about nearly used daily quotas, the lowest one of each kind. */
export function scarceText(limits: readonly LearntLimit[]): string[] {
  const scarce = limits.flatMap(({ kind, dayLimit, dayUsed }) => {
    if (dayLimit === null || dayUsed === null) return []
    const left = Math.max(0, dayLimit - dayUsed)
    return left <= dayLimit * SCARCE ? [{ kind, left, limit: dayLimit }] : []
  })
  return (['send', 'poll', 'price'] as const).flatMap((kind) => {
    const [least] = scarce.filter((one) => one.kind === kind).sort((a, b) => a.left - b.left)
    return least ? [t(`queue.scarce_${kind}`, { left: least.left, limit: least.limit })] : []
  })
}
