import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { JobChip } from '../../widgets/jobs/JobChip.tsx'
import { RowAction } from '../../widgets/jobs/RowAction.tsx'
import { JobOutcome } from '../../widgets/jobs/JobOutcome.tsx'
import styles from './CellDialog.module.css'

interface Props {
  /** Of the job: another one once it was sent again. */
  id: string
  place: string
  onOpen: (asset: string) => void
  onClose: () => void
}

const AT_WORK: ReadonlySet<string> = new Set(['queued', 'sending', 'running', 'saving'])

/** A cell without a result: what its job is at, or what happened and what can be done about it. */
export function CellDialog({ id, place, onOpen, onClose }: Props) {
  const { data: job } = useApiQuery('jobs.get', { id }, { staleTime: 0 })
  const result = job?.state === 'saved' ? job.assets.find(({ role }) => role === 'result') : undefined
  return (
    <Dialog
      title={place}
      onClose={onClose}
      actions={
        job?.state === 'queued' ? (
          <RowAction job={job} />
        ) : (
          result && (
            <Button variant="primary" onClick={() => onOpen(result.id)}>
              {t('grid.open_result')}
            </Button>
          )
        )
      }
    >
      {!job ? (
        <Spinner label={t('common.loading')} />
      ) : AT_WORK.has(job.state) || job.state === 'saved' ? (
        <div className={styles.work}>
          <p className={styles.prompt}>{job.title}</p>
          <JobChip job={job} />
          {job.state !== 'saved' && job.state !== 'queued' && (
            <ProgressBar label={t('stage.progress')} value={job.progress} />
          )}
          {job.state === 'queued' && <p>{t('stage.queued_words')}</p>}
          {job.state === 'saved' && !result && <p>{t('grid.deleted_words')}</p>}
        </div>
      ) : (
        <div className={styles.outcome}>
          <JobOutcome job={job} />
        </div>
      )}
    </Dialog>
  )
}
