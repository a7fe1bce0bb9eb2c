import type { Job } from './types/job.ts'
import type { Notice } from './types/studio.ts'
import type { Announcement, Progress } from './types/progress.ts'

/** Events of the studio. At most one `jobs.changed` in 100 ms, however many jobs changed. */
export type StudioEvent =
  | { type: 'jobs.changed'; jobs: Job[] }
  /** Many jobs, batches, the order or limits changed; reload what is shown of them. */
  | { type: 'queue.changed' }
  /** `isReordered`: results were added among older ones, so that all shown pages are outdated. */
  | { type: 'library.changed'; added: number; isReordered?: true }
  /** The library can't be used, for example because its disk was disconnected, or can be used again. */
  | { type: 'disk.changed' }
  /** A tag was renamed. Filters that name it must be changed to the new name. */
  | { type: 'tag.renamed'; name: string; newName: string }
  /** Texts got embeddings, by which results can be sorted. */
  | { type: 'embeddings.changed' }
  /** The progress of an export changed; see `exports.status`. */
  | { type: 'exports.changed' }
  /** The progress of an import changed; see `imports.status`. */
  | { type: 'imports.changed' }
  /** The progress of a check or a copy of the library changed; see `maintenance.status`. */
  | { type: 'maintenance.changed' }
  | { type: 'models.changed' }
  | { type: 'connections.changed' }
  /** The health of a connection changed; see `connections.health`. */
  | { type: 'health.changed' }
  | { type: 'settings.changed' }
  /** A snippet was saved or deleted; see `snippets.list`. */
  | { type: 'snippets.changed' }
  /** Prices of a connection are no longer known, because the balance fell by more than they add up to. */
  | { type: 'prices.changed' }
  /** A balance was read or couldn't be read, or its warning threshold changed. */
  | { type: 'balance.changed' }
  | { type: 'notice'; notice: Notice }
  /** Some notices were withdrawn or dismissed. */
  | { type: 'notices.withdrawn' }
  | { type: 'progress'; progress: Progress }
  /** A notification that the host shows outside the window. */
  | { type: 'announcement'; announcement: Announcement }
  /** From the host: the user opened a screen, such as `queue/ID`, from a notification or the tray. */
  | { type: 'go'; place: string }
  /** From the host: the user chose a dialog in the application menu. */
  | { type: 'open'; dialog: AppDialog }

/** A dialog of the whole window. */
export type AppDialog = 'palette' | 'shortcuts' | 'guide'
