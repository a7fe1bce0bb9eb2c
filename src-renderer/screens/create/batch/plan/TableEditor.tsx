import { useEffect, useState } from 'react'
import { Table2, X } from 'lucide-react'
import type { RouteOutput } from '../../../../../src-preload/contract/routes.ts'
import type { Form } from '../../../../../src-preload/contract/types/form.ts'
import { call } from '../../../../host/call.ts'
import { problemOf } from '../../../../host/problemOf.ts'
import { t } from '../../../../i18n/t.ts'
import { problemMessage } from '../../../../lib/problemMessage.ts'
import { IconButton } from '../../../../ui/buttons/IconButton.tsx'
import { Select } from '../../../../ui/fields/Select.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { readText } from '../../../../lib/readText.ts'
import { AddFiles } from './AddFiles.tsx'
import type { TableDraft } from '../../../../../src-preload/contract/types/batchDraft.ts'
import { MAX_TABLE_LENGTH } from '../../../../../src-preload/constraints/limits.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { columnTargets } from './planFields.ts'
import { classes } from '../../../../ui/classes.ts'
import fieldStyles from '../../../../ui/layout/field.module.css'
import panelStyles from '../../../../ui/layout/panel.module.css'
import toolbarStyles from '../../../../ui/layout/toolbar.module.css'
import textStyles from '../../../../ui/layout/text.module.css'
import rowStyles from '../../../../ui/layout/row.module.css'
import styles from '../BatchDialog.module.css'

interface Props {
  form: Form
  table: TableDraft | null
  onTable: (table: TableDraft | null) => void
}

/** The option of a column that fills no field. */
const NOT_USED = ''

/** A table with one row per job, and the fields that its columns fill. */
export function TableEditor({ form, table, onTable }: Props) {
  const [error, setError] = useState<string>()
  const [isReading, setReading] = useState(false)
  const { sample, setSample } = useSample(table)
  const read = async ([file]: File[]) => {
    setError(undefined)
    if (!file) return
    setReading(true)
    try {
      const text = await readText(file)
      if (text.length > MAX_TABLE_LENGTH) return setError(t('batch.table_large'))
      const format = /\.(csv|tsv)$/i.test(file.name) ? 'csv' : 'lines'
      const { columns, rows, sample } = await call('batches.table', { text, format })
      setSample({ text, rows: sample })
      onTable({
        name: file.name,
        text,
        format,
        columnNames: columns,
        rows,
        columns: guessColumns(form, columns),
      })
    } catch (error) {
      const { summary, nextStep } = problemMessage(problemOf(error))
      setError(`${summary} ${nextStep}`)
    } finally {
      setReading(false)
    }
  }
  const options = [
    { value: NOT_USED, label: t('batch.column_unused') },
    ...columnTargets(form).map(({ entry, label }) => ({ value: entry, label })),
  ]
  const assignColumn = (column: string, entry: string) => {
    if (!table) return
    // Only one column fills a field, so another column with this target is unmapped.
    const others = Object.entries(table.columns).filter(([name, to]) => name !== column && to !== entry)
    onTable({
      ...table,
      columns: Object.fromEntries(entry === NOT_USED ? others : [...others, [column, entry]]),
    })
  }
  const suggestions = table ? suggestTargets(form, table) : {}
  return (
    <section className={classes(panelStyles.section, styles.section)} aria-label={t('batch.table')}>
      <h3>{t('batch.table')}</h3>
      {table ? (
        <>
          <div className={styles.item}>
            <Table2 aria-hidden />
            <span className={textStyles.truncate}>
              {table.name}{' '}
              <small className={textStyles.quiet}>{t('batch.rows', { count: table.rows })}</small>
            </span>
            <IconButton
              size="small"
              label={t('batch.remove', { name: table.name })}
              icon={<X />}
              onClick={() => onTable(null)}
            />
          </div>
          {table.columnNames.map((column) => (
            <div key={column} className={styles.column}>
              <span className={classes(rowStyles.text, styles.sample)}>
                <b className={rowStyles.title}>{column}</b>
                <small className={rowStyles.sub}>
                  {sample.map((row) => row[column]).find((cell) => cell) ?? '—'}
                </small>
              </span>
              <Select
                label={t('batch.column', { column })}
                value={table.columns[column] ?? NOT_USED}
                options={options}
                onValueChange={(entry) => assignColumn(column, entry)}
              />
              {suggestions[column] && (
                <Button
                  size="small"
                  variant="quiet"
                  className={styles.suggestion}
                  onClick={() => assignColumn(column, suggestions[column]?.entry ?? NOT_USED)}
                >
                  {t('batch.column_suggestion', { column, label: suggestions[column].label })}
                </Button>
              )}
            </div>
          ))}
        </>
      ) : (
        <>
          <p className={fieldStyles.help}>{t('batch.table_help')}</p>
          <div className={toolbarStyles.actions}>
            <AddFiles
              label={t('batch.table_add')}
              icon={<Table2 aria-hidden />}
              accept=".csv,.tsv,.txt"
              onFiles={(files) => void read(files)}
            />
            {isReading && <Spinner label={t('batch.table_reading')} />}
          </div>
        </>
      )}
      {error && (
        <p className={fieldStyles.error} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

interface Sample {
  /** The text of the table. */
  text: string
  /** Its first rows. */
  rows: RouteOutput<'batches.table'>['sample']
}

/** The first rows of a table. The draft doesn't contain them, so they are read again when a draft is restored. */
function useSample(table: TableDraft | null) {
  const [sample, setSample] = useState<Sample>()
  const { text, format } = table ?? {}
  const isKnown = text === sample?.text
  useEffect(() => {
    if (isKnown || text === undefined || format === undefined) return
    let isCurrent = true
    call('batches.table', { text, format }).then(
      ({ sample: rows }) => isCurrent && setSample({ text, rows }),
      // Without a sample the columns still have their names.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [isKnown, text, format])
  return { sample: isKnown && sample ? sample.rows : [], setSample }
}

/**
 * Maps columns to entries with the same name or label, each entry once. A single column without a match is mapped to
 * the first text field.
 */
export function guessColumns(form: Form, columns: readonly string[]): Record<string, string> {
  const targets = columnTargets(form)
  const normalize = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const usedEntries = new Set<string>()
  const mapping: Record<string, string> = {}
  for (const column of columns) {
    const target = targets.find(
      ({ entry, label }) =>
        !usedEntries.has(entry) &&
        (normalize(entry) === normalize(column) || normalize(label) === normalize(column)),
    )
    if (!target) continue
    usedEntries.add(target.entry)
    mapping[column] = target.entry
  }
  const [onlyColumn] = columns
  const text = form.fields.find(({ kind }) => kind === 'text')
  if (columns.length === 1 && onlyColumn !== undefined && text && Object.keys(mapping).length === 0)
    mapping[onlyColumn] = text.name
  return mapping
}

/** For each unused column, the unused entry with a similar name. */
export function suggestTargets(
  form: Form,
  { columnNames, columns }: Pick<TableDraft, 'columnNames' | 'columns'>,
): Record<string, { entry: string; label: string } | undefined> {
  const used = new Set(Object.values(columns))
  const targets = columnTargets(form).filter(({ entry }) => !used.has(entry))
  const unused = columnNames.filter((column) => columns[column] === undefined)
  return Object.fromEntries(unused.map((column) => [column, nearestName(column, targets)]))
}

/** Names that differ in more than this share of their characters are not similar. */
const MAX_DIFFERENCE = 0.4

/** The option whose name is most similar to a misspelled one: "prmpt" → "Prompt"; undefined if none is. */
function nearestName<Option extends { label: string }>(
  name: string,
  options: readonly Option[],
): Option | undefined {
  const wanted = normalizedBeginning(name)
  if (wanted === '') return undefined
  return options
    .map((option) => {
      const label = normalizedBeginning(option.label)
      return { option, difference: editDistance(wanted, label) / Math.max(wanted.length, label.length) }
    })
    .filter(({ difference }) => difference <= MAX_DIFFERENCE)
    .toSorted((a, b) => a.difference - b.difference)[0]?.option
}

/** Only the beginnings of long names are compared, because the time grows with the square of the length. */
const MAX_COMPARED_LENGTH = 40

const normalizedBeginning = (text: string): string =>
  text
    .slice(0, MAX_COMPARED_LENGTH)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Levenshtein distance: how many characters must be inserted, removed or replaced. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, char] of Array.from(a).entries()) {
    const current = [row + 1]
    for (let column = 0; column < b.length; column++)
      current.push(
        Math.min(
          (previous[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          (previous[column] ?? 0) + (char === b[column] ? 0 : 1),
        ),
      )
    previous = current
  }
  return previous[b.length] ?? 0
}
