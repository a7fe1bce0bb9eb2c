import { FileCheck } from 'lucide-react'
import type { MaintenanceStatus } from '../../../../src-preload/contract/types/maintenance.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import { FileProblems } from './FileProblems.tsx'
import styles from './library.module.css'
import { percentOf, useMaintenance } from './useMaintenance.ts'

/** Compares every file with what was saved, and offers to download missing and changed ones again. */
export function LibraryCheck() {
  const status = useMaintenance()
  const check = useApiMutation('maintenance.check')
  const isRunning = status?.state === 'running'
  const ownStatus = status?.kind === 'check' ? status : null
  return (
    <div className={styles.stack}>
      <div className={toolbarStyles.ends}>
        <div>
          <p>{t('maintenance.check')}</p>
          <p className={textStyles.note}>{t('maintenance.check_text')}</p>
        </div>
        <Button
          size="small"
          icon={<FileCheck aria-hidden />}
          disabled={isRunning || check.isPending}
          onClick={() => check.mutate()}
        >
          {t('maintenance.check_start')}
        </Button>
      </div>
      {ownStatus?.state === 'running' && (
        <RunningNote
          status={ownStatus}
          text={t('maintenance.check_running', { done: ownStatus.filesDone, count: ownStatus.files })}
        />
      )}
      <p className={textStyles.note} role="status">
        {ownStatus && describeEnd(ownStatus)}
      </p>
      {ownStatus && ownStatus.problems.length > 0 && <FileProblems status={ownStatus} />}
    </div>
  )
}

/** The progress of a check or a copy of the library, which can be stopped. */
export function RunningNote({ status, text }: { status: MaintenanceStatus; text: string }) {
  const stop = useApiMutation('maintenance.stop')
  return (
    <div className={styles.running}>
      <ProgressBar className={styles.bar} label={text} value={percentOf(status)} />
      <span className={textStyles.note}>{text}</span>
      <Button size="small" variant="quiet" disabled={stop.isPending} onClick={() => stop.mutate()}>
        {t('maintenance.stop')}
      </Button>
    </div>
  )
}

function describeEnd({ state, filesDone, problemCount, problem }: MaintenanceStatus): string {
  if (state === 'running') return ''
  const problems = problemCount > 0 ? t('maintenance.check_problems', { count: problemCount }) : ''
  if (state === 'failed')
    return [problem && problemMessage(problem).summary, problems].filter(Boolean).join(' ')
  const checked =
    state === 'stopped'
      ? t('maintenance.check_stopped', { count: filesDone })
      : t('maintenance.check_done', { count: filesDone })
  return `${checked} ${problems || (state === 'done' ? t('maintenance.check_fine') : '')}`
}
