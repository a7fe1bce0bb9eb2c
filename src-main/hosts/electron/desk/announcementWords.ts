import type { Announcement } from '../../../../src-preload/contract/types/work.ts'

const STOPPED = {
  cap: 'Stopped at its cap',
  budget: 'Stopped by a budget',
  disk: 'The disk is full',
} as const

/** Longer titles are cut by the system in odd places. */
const LONGEST_NAME = 80

/** "Night foxes" and "98 saved, 2 failed, $0.41 quoted". */
export function announcementWords(announcement: Announcement): { title: string; body: string } {
  const { name, stopped, quoted, about } = announcement
  const title = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name
  const parts = about === 'job' ? outcomeOfOne(announcement) : outcome(announcement)
  const words = [...parts, quoted > 0 && `${dollars(quoted)} quoted`].filter(Boolean).join(', ')
  return { title: title.trim() || 'Easel', body: stopped ? `${STOPPED[stopped]}: ${words}` : words }
}

function outcome({ saved, failed, uncertain, unsent }: Announcement): (string | false)[] {
  return [
    saved > 0 && `${saved} saved`,
    failed > 0 && `${failed} failed`,
    uncertain > 0 && `${uncertain} may have been charged`,
    unsent > 0 && `${unsent} not sent`,
  ]
}

function outcomeOfOne({ saved, uncertain }: Announcement): string[] {
  if (saved > 0) return ['Saved']
  return [uncertain > 0 ? 'May have been charged' : 'Not saved']
}

const DOLLAR = 1_000_000_000
const CENT = 10_000_000

/** As the window writes sums: cents from a dollar on, in full below it. */
function dollars(nano: number): string {
  const isShort = nano >= DOLLAR || nano % CENT === 0
  const [least, most] = isShort ? [2, 2] : [6, 9]
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: least, maximumFractionDigits: most })
  return `$${format.format(nano / 1e9)}`
}
