import { LoaderCircle } from 'lucide-react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { Chip } from '../../ui/buttons/Chip.tsx'
import { jobIcons } from './model/jobIcons.ts'
import { jobTones } from './model/jobTones.ts'
import { jobStateText } from './model/jobStateText.ts'
import spinnerStyles from '../../ui/feedback/Spinner.module.css'

/** A job's state as text, icon and color. */
export function JobChip({ job }: { job: Pick<Job, 'state' | 'progress'> }) {
  const Icon = jobIcons[job.state]
  const turns = Icon === LoaderCircle
  return (
    <Chip
      tone={jobTones[job.state]}
      icon={<Icon aria-hidden className={turns ? spinnerStyles.turns : undefined} />}
    >
      {jobStateText(job)}
    </Chip>
  )
}
