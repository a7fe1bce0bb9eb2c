import type { Announcement } from '../contract/types/work.ts'
import { shortMoney } from './shortMoney.ts'

const STOPPED = {
  cap: 'Batch limit reached',
  budget: 'Limit reached',
  disk: 'Disk full',
  price: 'Prices rose',
} as const

/** Longer titles are cut by the system in odd places. */
const MAX_NAME = 80

/** What a notification says, of whichever host: "Night foxes" and "98 saved, 2 failed, $0.41 quoted". */
export function announcementText(announcement: Announcement): { title: string; body: string } {
  const { name, stopped, quoted, about } = announcement
  const title = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name
  const parts = about === 'job' ? outcomeOfOne(announcement) : outcome(announcement)
  const words = [...parts, quoted > 0 && `${shortMoney(quoted)} quoted`].filter(Boolean).join(', ')
  return { title: title.trim() || 'Easel', body: stopped ? `${STOPPED[stopped]}: ${words}` : words }
}

function outcome({ saved, failed, uncertain, unsent }: Announcement): (string | false)[] {
  return [
    saved > 0 && `${saved} saved`,
    failed > 0 && `${failed} failed`,
    uncertain > 0 && `${uncertain} unconfirmed`,
    unsent > 0 && `${unsent} not sent`,
  ]
}

function outcomeOfOne({ saved, uncertain }: Announcement): string[] {
  if (saved > 0) return ['Saved']
  return [uncertain > 0 ? 'Charge unconfirmed' : 'Not saved']
}
