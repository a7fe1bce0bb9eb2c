import {
  Ban,
  Check,
  CircleAlert,
  CircleHelp,
  Clock,
  Download,
  LoaderCircle,
  type LucideIcon,
  X,
} from 'lucide-react'
import type { JobState } from '../../../../src-preload/contract/types/job.ts'

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
