import { Ban, Check, CircleAlert, CircleHelp, Clock, Download, LoaderCircle, X } from 'lucide-react'
import type { Job, JobState } from '../../../src-preload/contract/types/job.ts'
import { Chip } from '../../ui/Chip.tsx'
import { jobTones } from './model/jobTones.ts'
import { jobWord } from './model/jobWord.ts'
import styles from './JobChip.module.css'

const icons: Record<JobState, typeof Check> = {
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

/** A job's state as word, sign and colour. */
export function JobChip({ job }: { job: Pick<Job, 'state' | 'progress'> }) {
  const Icon = icons[job.state]
  const turns = Icon === LoaderCircle
  return (
    <Chip tone={jobTones[job.state]} icon={<Icon aria-hidden className={turns ? styles.turns : undefined} />}>
      {jobWord(job)}
    </Chip>
  )
}
