import '../../i18n/lazyTexts.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ImportFailure, ImportStatus } from '../../../src-preload/contract/types/import.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { problemMessage } from '../../lib/problemMessage.ts'
import { navigate } from '../../router/navigate.ts'
import fieldStyles from '../../ui/layout/field.module.css'
import noteStyles from '../../ui/layout/note.module.css'
import textStyles from '../../ui/layout/text.module.css'
import { isImportOver } from '../../../src-preload/shared/imports.ts'
import { closeImport, hideImport, importProblemText, restoredAndTrashed, showTrash } from './importRun.ts'
import styles from './OpenFileDialog.module.css'

interface Props {
  run: { cancel: () => void; status: ImportStatus }
}

/** A running import, then its outcome. */
export function ImportDialog({ run: { cancel, status } }: Props) {
  const { content, source, state, files, filesDone, failures, failureCount } = status
  const isLibrary = content === 'library'
  const title = source === '' ? t('imports.import_files') : t('imports.import_folder_of', { folder: source })
  if (!isImportOver(status))
    return (
      <Dialog
        title={title}
        onClose={hideImport}
        actions={
          <>
            <Button onClick={cancel}>{t('imports.stop')}</Button>
            <Button variant="primary" onClick={hideImport}>
              {t('imports.hide')}
            </Button>
          </>
        }
      >
        <div className={fieldStyles.field}>
          <ProgressBar
            label={title}
            value={state === 'running' && files > 0 ? (filesDone / files) * 100 : null}
          />
          <span className={textStyles.quiet}>
            {state === 'listing'
              ? isLibrary
                ? t('imports.reading_library')
                : t('imports.listing', { count: files })
              : t(isLibrary ? 'imports.importing_library' : 'imports.importing', {
                  done: filesDone,
                  count: files,
                })}
          </span>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      title={title}
      onClose={closeImport}
      actions={
        <>
          {status.trashed > 0 && (
            <Button
              onClick={() => {
                closeImport()
                showTrash()
              }}
            >
              {t('imports.show_trash')}
            </Button>
          )}
          {status.added > 0 && (
            <Button
              onClick={() => {
                closeImport()
                navigate('gallery?imported=1')
              }}
            >
              {t('imports.show_imported')}
            </Button>
          )}
          <Button variant="primary" onClick={closeImport}>
            {t('imports.done')}
          </Button>
        </>
      }
    >
      <div className={fieldStyles.form}>
        <Outcome status={status} />
        {failureCount > 0 && (
          <LeftOut
            title={t(isLibrary ? 'imports.left_out_results' : 'imports.left_out_files', {
              count: failureCount,
            })}
            failures={failures}
            count={failureCount}
          />
        )}
      </div>
    </Dialog>
  )
}

/** How the import ended, and how many files were added, were already in the library, or were put back. */
function Outcome({ status }: { status: ImportStatus }) {
  const { content, state, problem, added, restored, duplicates } = status
  const isLibrary = content === 'library'
  const addedText = t(isLibrary ? 'imports.added_results' : 'imports.added', { count: added })
  const texts = [
    problem && importProblemText(problem),
    state === 'cancelled' && `${t('imports.cancelled')}.`,
    state === 'failed' && added + restored === 0 ? t('imports.nothing') : `${addedText}.`,
    duplicates > 0 && t(isLibrary ? 'imports.known_results' : 'imports.duplicates', { count: duplicates }),
    ...restoredAndTrashed(status).map((text) => `${text}.`),
    problem && nextStepOf(problem),
  ]
  return (
    <p
      role={state === 'failed' ? 'alert' : 'status'}
      className={classes(
        noteStyles.note,
        state === 'done' ? noteStyles.ok : state === 'failed' && noteStyles.bad,
      )}
    >
      {state === 'done' ? <CircleCheck aria-hidden /> : <CircleAlert aria-hidden />}
      <span>{texts.filter(Boolean).join(' ')}</span>
    </p>
  )
}

/** What to do after a failed import. An import doesn't continue by itself. */
function nextStepOf(problem: Problem): string {
  const { code } = problem
  if (code === 'file_missing') return ''
  if (code === 'disk_full' || code === 'disk_low') return t('imports.disk_next')
  return code === 'studio_lost' ? t('imports.lost_next') : problemMessage(problem).nextStep
}

interface LeftOutProps {
  title: string
  failures: readonly ImportFailure[]
  count: number
}

function LeftOut({ title, failures, count }: LeftOutProps) {
  return (
    <section aria-label={title}>
      <p className={textStyles.label}>{title}</p>
      <ul className={styles.failures} tabIndex={0}>
        {failures.map(({ name, problem }, index) => (
          <li key={`${index} ${name}`}>
            <span dir="auto">{name}</span>
            <span className={textStyles.quiet}>{importProblemText(problem)}</span>
          </li>
        ))}
        {count > failures.length && (
          <li className={textStyles.quiet}>
            {t('imports.left_out_more', { count: count - failures.length })}
          </li>
        )}
      </ul>
    </section>
  )
}
