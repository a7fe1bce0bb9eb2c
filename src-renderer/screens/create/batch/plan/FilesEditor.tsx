import { useRef, useState } from 'react'
import { FolderOpen, X } from 'lucide-react'
import type { Plan } from '../../../../../src-preload/contract/types/batch.ts'
import type { Form } from '../../../../../src-preload/contract/types/form.ts'
import type { Problem } from '../../../../../src-preload/contract/types/problem.ts'
import { problemOf } from '../../../../host/problemOf.ts'
import { stopsUploads, storeFile } from '../../../../host/storeFile.ts'
import { t } from '../../../../i18n/t.ts'
import { toasts } from '../../../../lib/toasts.ts'
import { problemMessage } from '../../../../lib/problemMessage.ts'
import { IconButton } from '../../../../ui/buttons/IconButton.tsx'
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx'
import { Select } from '../../../../ui/fields/Select.tsx'
import { AddFiles } from './AddFiles.tsx'
import type { PlanDraft } from '../../../../../src-preload/contract/types/batchDraft.ts'
import fieldStyles from '../../../../ui/layout/field.module.css'
import panelStyles from '../../../../ui/layout/panel.module.css'
import { classes } from '../../../../ui/classes.ts'
import textStyles from '../../../../ui/layout/text.module.css'
import styles from '../BatchDialog.module.css'
import { sortedByName } from '../../../../../src-preload/shared/compareNames.ts'

interface Props {
  form: Form
  draft: PlanDraft
  onFiles: (files: Plan['files']) => void
}

/**
 * How the files are combined with the rows of the table: `each` file with every row, each `row` with the file at its position, or
 * each row with the file that a column names.
 */
type Pairing = NonNullable<Plan['files']>['pair']

/** Rejected files that are listed; the others are counted. */
const MAX_MESSAGES = 3

/** A folder of input files for one field of the form. Each file is a row of its own, or belongs to a row of the table. */
export function FilesEditor({ form, draft: { files, table }, onFiles }: Props) {
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [rejected, setRejected] = useState<string[]>([])
  const section = useRef<HTMLElement>(null)
  const fields = form.fields.filter(({ kind }) => kind === 'file')
  const [firstField] = fields
  if (!firstField) return null

  const importFiles = async (chosen: File[]) => {
    const sortedFiles = sortedByName(chosen.filter(({ name }) => !name.startsWith('.')))
    const imported: { name: string; id: string }[] = []
    const failures: string[] = []
    setRejected([])
    for (const [done, file] of sortedFiles.entries()) {
      setProgress({ done, total: sortedFiles.length })
      try {
        const { id } = await storeFile(file)
        imported.push({ name: file.name, id })
      } catch (error) {
        const problem = problemOf(error)
        // The other files can't be stored either.
        const isOver = stopsUploads(problem)
        const refused = isOver ? sortedFiles.slice(done) : [file]
        failures.push(...refused.map(({ name }) => refusal(name, problem)))
        if (isOver) break
      }
    }
    setProgress(undefined)
    setRejected(failures)
    const isClosed = section.current === null
    if (isClosed && failures.length > 0)
      toasts.getState().show({ text: rejectionText(failures), tone: 'error' })
    if (imported.length > 0)
      onFiles({ field: firstField.name, files: imported, pair: { by: table ? 'row' : 'each' } })
  }
  const pairingOptions = [
    { value: 'each', label: t('batch.pair_each') },
    { value: 'row', label: t('batch.pair_row') },
    ...(table?.columnNames ?? []).map((column) => ({
      value: `name:${column}`,
      label: t('batch.pair_name', { column }),
    })),
  ]
  const pairingOf = (value: string): Pairing =>
    value === 'each' || value === 'row' ? { by: value } : { by: 'name', column: value.slice('name:'.length) }
  return (
    <section
      ref={section}
      className={classes(panelStyles.section, styles.section)}
      aria-label={t('batch.files')}
    >
      <h3>{t('batch.files')}</h3>
      {files ? (
        <>
          <div className={styles.item}>
            <FolderOpen aria-hidden />
            <span dir="auto" className={textStyles.truncate}>
              {t('batch.files_count', { count: files.files.length })}
            </span>
            <IconButton
              size="small"
              label={t('batch.files_remove')}
              icon={<X />}
              onClick={() => onFiles(null)}
            />
          </div>
          {fields.length > 1 && (
            <Select
              label={t('batch.files_field')}
              value={files.field}
              options={fields.map(({ name, label }) => ({ value: name, label }))}
              onValueChange={(field) => onFiles({ ...files, field })}
            />
          )}
          {table && (
            <Select
              label={t('batch.pair')}
              value={files.pair.by === 'name' ? `name:${files.pair.column}` : files.pair.by}
              options={pairingOptions}
              onValueChange={(value) => onFiles({ ...files, pair: pairingOf(value) })}
            />
          )}
        </>
      ) : progress ? (
        <ProgressBar label={t('batch.files_importing')} value={(progress.done / progress.total) * 100} />
      ) : (
        <>
          <p className={fieldStyles.help}>{t('batch.files_help', { field: firstField.label })}</p>
          <div>
            <AddFiles
              label={t('batch.files_add')}
              icon={<FolderOpen aria-hidden />}
              choosesFolder
              onFiles={(chosen) => void importFiles(chosen)}
            />
          </div>
        </>
      )}
      {rejected.length > 0 && (
        <p className={fieldStyles.error} role="alert">
          {rejectionText(rejected)}
        </p>
      )}
    </section>
  )
}

const refusal = (name: string, problem: Problem): string =>
  problem.code === 'file_missing'
    ? t('files.unreadable', { name })
    : `${name}: ${problemMessage(problem).summary}`

const rejectionText = (rejected: readonly string[]): string =>
  [
    ...rejected.slice(0, MAX_MESSAGES),
    ...(rejected.length > MAX_MESSAGES
      ? [t('batch.files_refused', { count: rejected.length - MAX_MESSAGES })]
      : []),
  ].join(' ')
