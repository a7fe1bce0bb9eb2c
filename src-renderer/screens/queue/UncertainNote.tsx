import { CircleHelp } from 'lucide-react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { HintLine } from '../../widgets/balance/HintLine.tsx'
import { uncertainCause } from '../../widgets/jobs/model/uncertainCause.ts'
import { UncertainJobActions } from '../../widgets/jobs/UncertainJobActions.tsx'
import { classes } from '../../ui/classes.ts'
import toolbarStyles from '../../ui/toolbar.module.css'
import noteStyles from '../../ui/note.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './Queue.module.css'

const MAX_TITLE_LENGTH = 140

/** An uncertain job, why it is uncertain, and its three decisions. */
export function UncertainNote({ job }: { job: Job }) {
  const title =
    job.title.length > MAX_TITLE_LENGTH ? `${job.title.slice(0, MAX_TITLE_LENGTH).trimEnd()}…` : job.title
  return (
    <li className={classes(noteStyles.note, noteStyles.warn, styles.note)}>
      <CircleHelp aria-hidden />
      <div className={styles.text}>
        <strong>{t('jobs.uncertain')}</strong>
        <p>{t('queue.lost', { title, cause: uncertainCause(job.problem) })}</p>
        <p className={textStyles.label}>
          {job.price === null
            ? t('queue.lost_unpriced')
            : t('queue.lost_price', { price: formatMoney(job.price) })}
        </p>
        {job.problem?.serviceWords && (
          <p className={textStyles.label}>
            {t('stage.service_says')}: {job.problem.serviceWords}
          </p>
        )}
        <HintLine jobId={job.id} className={textStyles.label} />
      </div>
      <div className={toolbarStyles.actions}>
        <UncertainJobActions job={job} />
      </div>
    </li>
  )
}
