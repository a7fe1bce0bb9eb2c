import type { Job } from './types/job.ts'
import type { Notice } from './types/studio.ts'
import type { Announcement, Progress } from './types/work.ts'

/** What the studio tells the window. At most one `jobs.changed` in 100 ms, however many jobs changed. */
export type StudioEvent =
  | { type: 'jobs.changed'; jobs: Job[] }
  /** Many jobs, batches, the order, limits or budgets changed: read again what is shown of them. */
  | { type: 'queue.changed' }
  | { type: 'library.changed'; added: number }
  | { type: 'models.changed' }
  | { type: 'connections.changed' }
  /** A connection went out, was tried, or came back: `connections.health` says more. */
  | { type: 'health.changed' }
  | { type: 'settings.changed' }
  /** A balance was read, or could not be, or what to warn of changed. */
  | { type: 'balance.changed' }
  | { type: 'notice'; notice: Notice }
  /** What some notice told is no longer so. */
  | { type: 'notices.withdrawn' }
  | { type: 'progress'; progress: Progress }
  /** To be shown outside the window, by the host where it can. */
  | { type: 'announcement'; announcement: Announcement }
  /** From the host: the user asked for a place of the window, such as `queue/ID`, from outside. */
  | { type: 'go'; place: string }
