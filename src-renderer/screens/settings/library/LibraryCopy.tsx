import type { MaintenanceStatus } from '../../../../src-preload/contract/types/maintenance.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import { describeCopyProblem } from './describeCopyProblem.ts'
import { FileProblems } from './FileProblems.tsx'
import { RunningNote } from './LibraryCheck.tsx'
import styles from './library.module.css'

/**
 * The progress and outcome of a restore, or of the copying for a move, with its next step. Renders nothing for other
 * kinds.
 */
export function LibraryCopy({ status }: { status: MaintenanceStatus }) {
  const { kind } = status
  if (kind !== 'restore' && kind !== 'move') return null
  const { state, filesDone, files, bytesDone, problemCount, target } = status
  return (
    <div className={styles.stack}>
      {state === 'running' && (
        <RunningNote
          status={status}
          text={t(`libraries.${kind}_running`, {
            done: filesDone,
            count: files,
            size: formatBytes(bytesDone),
          })}
        />
      )}
      <p className={textStyles.note} role="status">
        {describeEnd(status)}
      </p>
      {state !== 'running' && target && <code className={textStyles.code}>{target}</code>}
      {problemCount > 0 && (
        <>
          <p className={textStyles.note}>{t(`libraries.${kind}_problems`, { count: problemCount })}</p>
          <FileProblems status={status} />
        </>
      )}
      {state === 'done' && <NextStep kind={kind} />}
    </div>
  )
}

function NextStep({ kind }: { kind: 'restore' | 'move' }) {
  const open = useApiMutation('libraries.open_restored')
  const finish = useApiMutation('libraries.finish_move')
  const next = kind === 'restore' ? open : finish
  return (
    <Button size="small" variant="primary" disabled={next.isPending} onClick={() => next.mutate()}>
      {t(kind === 'restore' ? 'libraries.restore_open' : 'libraries.move_finish')}
    </Button>
  )
}

function describeEnd({ kind, state, filesDone, problemCount, problem }: MaintenanceStatus): string {
  if (state === 'stopped') return t(kind === 'move' ? 'libraries.move_stopped' : 'libraries.restore_stopped')
  if (state === 'done' && kind === 'move') return t('libraries.move_done')
  if (state === 'done') return t('libraries.restore_done', { count: filesDone - problemCount })
  return describeCopyProblem(problem)
}
