import {
  LoaderCircle,
  Ban,
  Check,
  CircleAlert,
  CircleHelp,
  Clock,
  Download,
  type LucideIcon,
  X,
} from 'lucide-react'
import type { Job, JobState } from '../../../src-preload/contract/types/job.ts'
import { Chip } from '../../ui/buttons/Chip.tsx'
import { isUnknownToService, jobTones, jobStateText } from './jobState.ts'
import spinnerStyles from '../../ui/feedback/Spinner.module.css'

/** A job's state as text, icon and colour. */
export function JobChip({ job }: { job: Pick<Job, 'state' | 'progress' | 'problem'> }) {
  // A running job that the service can't find looks like one that is missing.
  const look = isUnknownToService(job) ? 'vanished' : job.state
  const Icon = jobIcons[look]
  const isSpinner = Icon === LoaderCircle
  return (
    <Chip
      tone={jobTones[look]}
      icon={<Icon aria-hidden className={isSpinner ? spinnerStyles.turns : undefined} />}
    >
      {jobStateText(job)}
    </Chip>
  )
}

export const jobIcons: Record<JobState, LucideIcon> = {
  queued: Clock,
  sending: LoaderCircle,
  running: LoaderCircle,
  saving: Download,
  saved: Check,
  rejected: X,
  uncertain: CircleHelp,
  cancelled: Ban,
  failed: CircleAlert,
  vanished: CircleHelp,
  unsaved: CircleAlert,
  closed: Ban,
}
