import type { Job } from './types/job.ts'
import type { Notice } from './types/studio.ts'

/** What the studio tells the window. At most one `jobs.changed` in 100 ms, however many jobs changed. */
export type StudioEvent =
  | { type: 'jobs.changed'; jobs: Job[] }
  /** Many jobs, batches, the order, limits or budgets changed: read again what is shown of them. */
  | { type: 'queue.changed' }
  | { type: 'library.changed'; added: number }
  | { type: 'models.changed' }
  | { type: 'connections.changed' }
  | { type: 'settings.changed' }
  | { type: 'notice'; notice: Notice }
