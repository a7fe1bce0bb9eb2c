import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { JobChip } from '../../widgets/jobs/JobChip.tsx'
import { JobActions } from '../../widgets/jobs/JobActions.tsx'
import { JobOutcome } from '../../widgets/jobs/JobOutcome.tsx'
import styles from './GridScreen.module.css'

interface Props {
  /** Job id; changes when the job is retried. */
  id: string
  title: string
  onOpen: (asset: string) => void
  onClose: () => void
}

const IN_PROGRESS: ReadonlySet<string> = new Set(['queued', 'sending', 'running', 'saving'])

/** Dialog of a cell's job: its progress, its outcome with actions, or a button that opens the result once it is saved. */
export function CellDialog({ id, title, onOpen, onClose }: Props) {
  const { data: job } = useApiQuery('jobs.get', { id }, { staleTime: 0 })
  const result = job?.state === 'saved' ? job.assets.find(({ role }) => role === 'result') : undefined
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        job?.state === 'queued' ? (
          <JobActions job={job} />
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
      ) : IN_PROGRESS.has(job.state) || job.state === 'saved' ? (
        <div className={styles.jobState}>
          <p className={styles.prompt}>{job.title}</p>
          <JobChip job={job} />
          {job.state !== 'saved' && job.state !== 'queued' && (
            <ProgressBar label={t('result.progress')} value={job.progress} />
          )}
          {job.state === 'queued' && <p>{t('result.queued_text')}</p>}
          {job.state === 'saved' && !result && <p>{t('grid.deleted_text')}</p>}
        </div>
      ) : (
        <div className={styles.outcome}>
          <JobOutcome job={job} />
        </div>
      )}
    </Dialog>
  )
}
