import type { JobState } from '../../../../src-preload/contract/types/job.ts'
import type { Tone } from '../../../ui/buttons/Chip.tsx'

export const jobTones: Record<JobState, Tone> = {
  queued: 'quiet',
  sending: 'accent',
  running: 'accent',
  saving: 'accent',
  saved: 'ok',
  rejected: 'bad',
  uncertain: 'warn',
  cancelled: 'quiet',
  failed: 'bad',
  vanished: 'warn',
  unsaved: 'warn',
  closed: 'quiet',
}
