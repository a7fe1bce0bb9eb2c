import type { Announcement, StopReason } from '../contract/types/progress.ts'
import { formatMoney } from './formatMoney.ts'
import { truncate } from './truncate.ts'

const STOP_REASONS: Record<StopReason, string> = {
  cap: 'Batch limit reached',
  budget: 'Limit reached',
  disk: 'Disk full or unavailable',
  price: 'Prices rose',
  balance: 'Balance too low',
}

/** Longer titles would be truncated by the system. */
const MAX_NAME_LENGTH = 80

/** The text of a notification in both hosts: "Night foxes" and "98 saved, 2 failed, $0.41 quoted". */
export function formatAnnouncement(announcement: Announcement): { title: string; body: string } {
  const { name, stopReason, quoted, about } = announcement
  const title = name.length > MAX_NAME_LENGTH ? `${truncate(name, MAX_NAME_LENGTH - 1)}…` : name
  const parts = about === 'job' ? formatJobOutcome(announcement) : formatBatchOutcome(announcement)
  const summary = [...parts, quoted > 0 && `${formatMoney(quoted)} quoted`].filter(Boolean).join(', ')
  return {
    title: title.trim() || 'Easel',
    body: stopReason ? `${STOP_REASONS[stopReason]}: ${summary}` : summary,
  }
}

function formatBatchOutcome({ saved, failed, uncertain, unsent }: Announcement): (string | false)[] {
  return [
    saved > 0 && `${saved} saved`,
    failed > 0 && `${failed} failed`,
    uncertain > 0 && `${uncertain} unconfirmed`,
    unsent > 0 && `${unsent} waiting`,
  ]
}

function formatJobOutcome({ saved, uncertain }: Announcement): string[] {
  if (saved > 0) return ['Saved']
  return [uncertain > 0 ? 'Charge unconfirmed' : 'Not saved']
}
