import { t } from '../../i18n/t.ts'
import { useQueuePages } from './model/useQueuePages.ts'
import screenStyles from '../../ui/screen.module.css'
import styles from './Queue.module.css'
import { UncertainNote } from './UncertainNote.tsx'

/** More than these are shown by the filter. */
const MOST = 20

/** Uncertain jobs with their three decisions, always on top. */
export function UncertainNotes() {
  const { jobs, total } = useQueuePages({ states: ['uncertain'] })
  if (jobs.length === 0) return null
  return (
    <ul className={styles.notes} aria-label={t('queue.decisions')}>
      {jobs.slice(0, MOST).map((job) => (
        <UncertainNote key={job.id} job={job} />
      ))}
      {total > MOST && (
        <li className={screenStyles.sub}>{t('queue.more_uncertain', { count: total - MOST })}</li>
      )}
    </ul>
  )
}
