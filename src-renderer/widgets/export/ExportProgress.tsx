import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ExportFailure, ExportStatus } from '../../../src-preload/contract/types/export.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../lib/format/bytes.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import fieldStyles from '../../ui/layout/field.module.css'
import noteStyles from '../../ui/layout/note.module.css'
import textStyles from '../../ui/layout/text.module.css'
import { isOver, percentOf } from './exportRun.ts'
import styles from './ExportDialog.module.css'

interface Props {
  run: { id: string; as: 'folder' | 'zip'; status: ExportStatus | null }
  canReveal: boolean
  onClose: () => void
}

/** A running export, then its outcome. */
export function ExportProgress({ run: { id, as, status }, canReveal, onClose }: Props) {
  const cancel = useApiMutation('exports.cancel')
  const reveal = useApiMutation('exports.reveal')
  const title = t('exporting.title', { count: status?.files ?? 0 })
  if (!status || !isOver(status)) {
    const text = status ? progressText(status) : ''
    return (
      <Dialog
        title={title}
        onClose={onClose}
        actions={
          <>
            <Button disabled={cancel.isPending} onClick={() => cancel.mutate({ id })}>
              {t('exporting.stop')}
            </Button>
            <Button variant="primary" onClick={onClose}>
              {t('exporting.hide')}
            </Button>
          </>
        }
      >
        <div className={styles.progress}>
          <ProgressBar label={title} value={status && percentOf(status)} />
          <span className={textStyles.quiet}>{text}</span>
        </div>
      </Dialog>
    )
  }
  const complete = status.filesDone - status.failureCount
  const isKept = status.state === 'done' || as === 'folder'
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          {canReveal && isKept && complete > 0 && (
            <Button onClick={() => reveal.mutate({ id })}>{t('exporting.reveal')}</Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {t('exporting.done_action')}
          </Button>
        </>
      }
    >
      <div className={fieldStyles.form}>
        <Outcome status={status} kept={isKept ? complete : 0} />
        {status.withoutParameters > 0 && (
          <p className={textStyles.label}>
            {t('exporting.without_parameters', { count: status.withoutParameters })}
          </p>
        )}
        {status.unconverted > 0 && (
          <p className={textStyles.label}>{t('exporting.unconverted', { count: status.unconverted })}</p>
        )}
        {status.changed > 0 && (
          <p className={textStyles.label}>{t('exporting.changed', { count: status.changed })}</p>
        )}
        {status.failureCount > 0 && <LeftOut failures={status.failures} count={status.failureCount} />}
      </div>
    </Dialog>
  )
}

/** What happened, and what is there now. */
function Outcome({ status, kept }: { status: ExportStatus; kept: number }) {
  const { state, problem, target } = status
  const message = problem && problemMessage(problem)
  const keptText =
    kept === 0 ? t('exporting.cancelled_none') : t('exporting.cancelled_kept', { count: kept, target })
  return (
    <p
      role={state === 'failed' ? 'alert' : 'status'}
      className={classes(
        noteStyles.note,
        state === 'done' ? noteStyles.ok : state === 'failed' && noteStyles.bad,
      )}
    >
      {state === 'done' ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
      <span>
        {state === 'done'
          ? t('exporting.done', { count: kept, target })
          : [
              message ? `${message.summary} ${message.nextStep}` : `${t('exporting.cancelled')}.`,
              keptText,
            ].join(' ')}
      </span>
    </p>
  )
}

function LeftOut({ failures, count }: { failures: readonly ExportFailure[]; count: number }) {
  const title = t('exporting.left_out', { count })
  return (
    <section aria-label={title}>
      <p className={textStyles.label}>{title}</p>
      <ul className={styles.failures} tabIndex={0}>
        {failures.map(({ name, problem }, index) => (
          <li key={`${index} ${name}`}>
            <span dir="auto" className={styles.name}>
              {name}
            </span>
            <span className={textStyles.quiet}>{problemMessage(problem).summary}</span>
          </li>
        ))}
        {count > failures.length && (
          <li className={textStyles.quiet}>
            {t('exporting.left_out_more', { count: count - failures.length })}
          </li>
        )}
      </ul>
    </section>
  )
}

function progressText({ state, files, filesDone, bytes, bytesDone }: ExportStatus): string {
  if (state === 'waiting') return t('exporting.waiting')
  if (filesDone === files) return t('exporting.finishing')
  return t('exporting.running', {
    done: filesDone,
    count: files,
    bytes: formatBytes(bytesDone),
    total: formatBytes(bytes),
  })
}
