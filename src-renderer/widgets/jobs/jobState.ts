import type { JobState, Job } from '../../../src-preload/contract/types/job.ts'
import type { Tone } from '../../ui/buttons/Chip.tsx'
import { t } from '../../i18n/t.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'

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

/** Whether the service has accepted a job and now doesn't know its id, perhaps only for a moment. */
export const isUnknownToService = ({ state, problem }: Pick<Job, 'state' | 'problem'>): boolean =>
  state === 'running' && problem?.code === 'job_unknown'

/** The name of a job's state, with its progress while it runs: "Running 42%". */
export function jobStateText(job: Pick<Job, 'state' | 'progress' | 'problem'>): string {
  const { state, progress } = job
  if (isUnknownToService(job)) return t('jobs.unknown')
  return state === 'running' && progress !== null
    ? t('jobs.running_percent', { percent: Math.floor(progress) })
    : t(`jobs.${state}`)
}

/** What happens to a job that waits for nothing else, in one sentence. */
export function jobActivityText({ state, progress, isDownloading }: Job): string | null {
  if (state === 'running' && progress === null) return t('result.running_unconfirmed_text')
  if (state === 'saving' && isDownloading !== true) return t('result.saving_waiting_text')
  return state === 'queued' || state === 'sending' || state === 'running' || state === 'saving'
    ? t(`result.${state}_text`)
    : null
}

const ACTIVE_STATES: ReadonlySet<JobState> = new Set(['sending', 'running', 'saving'])

/** Whether Easel is sending the job, waiting for its result, or saving it. */
export const isActive = (state: JobState): boolean => ACTIVE_STATES.has(state)

/** Whether the service never accepted the job: nothing was charged, and its duration isn't shown. */
export const wasNeverAccepted = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'rejected' || state === 'cancelled'

/** The result shown for a saved job: the first one that is not in the trash. */
export const shownResult = ({ assets }: Pick<Job, 'assets'>): Asset | undefined =>
  assets.find(({ role, trashedAt }) => role === 'result' && trashedAt === null)

export type JobAction = 'cancel' | 'try_again' | 'repeat'

/** The main action on a job by its state; `uncertain` jobs have `UncertainJobActions`. */
const MAIN_ACTIONS: Partial<Record<JobState, JobAction>> = {
  queued: 'cancel',
  vanished: 'try_again',
  unsaved: 'try_again',
  failed: 'repeat',
  rejected: 'repeat',
  cancelled: 'repeat',
}

export const jobAction = (state: JobState): JobAction | undefined => MAIN_ACTIONS[state]

/** The duration of a job in ms, up to now while it is active; null if unknown, such as that of a queued job. */
export function elapsedMs(job: Pick<Job, 'state' | 'sentAt' | 'tookMs'>, now: number): number | null {
  if (job.tookMs !== null) return job.tookMs
  return isActive(job.state) && job.sentAt !== null ? Math.max(0, now - job.sentAt) : null
}
