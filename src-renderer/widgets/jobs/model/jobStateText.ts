import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'

/** The name of a job's state, with its progress while it runs: "Running 42%". */
export const jobStateText = ({ state, progress }: Pick<Job, 'state' | 'progress'>): string =>
  state === 'running' && progress !== null
    ? t('jobs.running_percent', { percent: Math.floor(progress) })
    : t(`jobs.${state}`)
