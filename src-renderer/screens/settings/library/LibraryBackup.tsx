import { HardDriveDownload } from 'lucide-react'
import type { MaintenanceStatus } from '../../../../src-preload/contract/types/maintenance.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import { describeCopyProblem } from './describeCopyProblem.ts'
import { FileProblems } from './FileProblems.tsx'
import { RunningNote } from './LibraryCheck.tsx'
import styles from './library.module.css'
import { useMaintenance } from './useMaintenance.ts'

/** Backs up the whole library to a folder that the user chooses. */
export function LibraryBackup() {
  const info = useApiQuery('studio.info', undefined)
  const status = useMaintenance()
  const backUp = useApiMutation('maintenance.back_up')
  const ownStatus = status?.kind === 'backup' ? status : null
  const canChoose = info.data?.capabilities.chooseFolder ?? true
  return (
    <div className={styles.stack}>
      <div className={toolbarStyles.ends}>
        <div>
          <p>{t('maintenance.backup')}</p>
          <p className={textStyles.note}>
            {t(canChoose ? 'maintenance.backup_text' : 'maintenance.backup_desktop')}
          </p>
        </div>
        {canChoose && (
          <Button
            size="small"
            icon={<HardDriveDownload aria-hidden />}
            disabled={status?.state === 'running' || backUp.isPending}
            onClick={() => backUp.mutate()}
          >
            {t('maintenance.backup_start')}
          </Button>
        )}
      </div>
      {ownStatus?.state === 'running' && (
        <RunningNote
          status={ownStatus}
          text={t('maintenance.backup_running', {
            done: ownStatus.filesDone,
            count: ownStatus.files,
            size: formatBytes(ownStatus.bytesDone),
          })}
        />
      )}
      <p className={textStyles.note} role="status">
        {ownStatus && describeEnd(ownStatus)}
      </p>
      {ownStatus?.target && ownStatus.state !== 'running' && (
        <code className={textStyles.code}>{ownStatus.target}</code>
      )}
      {ownStatus && ownStatus.problemCount > 0 && (
        <>
          <p className={textStyles.note}>
            {t('maintenance.backup_problems', { count: ownStatus.problemCount })}
          </p>
          <FileProblems status={ownStatus} />
        </>
      )}
    </div>
  )
}

function describeEnd({ state, filesDone, filesSkipped, problemCount, problem }: MaintenanceStatus): string {
  if (state === 'running') return ''
  if (state === 'stopped') return t('maintenance.backup_stopped')
  if (state === 'done')
    return t('maintenance.backup_done', { count: filesDone - problemCount, skipped: filesSkipped })
  return describeCopyProblem(problem)
}
