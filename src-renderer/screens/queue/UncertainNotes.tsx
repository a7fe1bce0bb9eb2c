import { t } from '../../i18n/t.ts'
import { useQueuePages } from './model/useQueuePages.ts'
import screenStyles from '../../ui/screen.module.css'
import styles from './Queue.module.css'
import { UncertainNote } from './UncertainNote.tsx'

/** More are available through the filter. */
const MAX_NOTES = 20

/** Uncertain jobs with their three decisions, always on top. */
export function UncertainNotes() {
  const { jobs, total } = useQueuePages({ states: ['uncertain'] })
  if (jobs.length === 0) return null
  return (
    <ul className={styles.notes} aria-label={t('queue.decisions')}>
      {jobs.slice(0, MAX_NOTES).map((job) => (
        <UncertainNote key={job.id} job={job} />
      ))}
      {total > MAX_NOTES && (
        <li className={screenStyles.sub}>{t('queue.more_uncertain', { count: total - MAX_NOTES })}</li>
      )}
    </ul>
  )
}
