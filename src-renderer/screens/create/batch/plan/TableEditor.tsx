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
import { decodeText } from '../../../../../src-preload/shared/encoding/decodeText.ts'
import { detectEncoding } from '../../../../../src-preload/shared/encoding/detectEncoding.ts'
import { type Encoding, ENCODINGS, encodings } from '../../../../../src-preload/shared/encoding/encodings.ts'
import { AddFiles } from './AddFiles.tsx'
import type { TableDraft } from '../../../../../src-preload/contract/types/batchDraft.ts'
import { MAX_TABLE_LENGTH } from '../../../../../src-preload/constraints/limits.ts'
import { Button } from '../../../../ui/buttons/Button.tsx'
import { columnTargets } from './planFields.ts'
import { guessColumns, suggestTargets } from './tableColumns.ts'
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

/** The file of a table with the encoding in which it was read. */
interface TableSource {
  name: string
  bytes: Uint8Array
  encoding: Encoding
  text: string
}

/** The file that was chosen last, so that it can be read again in another encoding while its table is in a draft. */
let lastSource: TableSource | null = null

/** The option of a column that fills no field. */
const NOT_USED = ''

/** A table with one row per job, and the fields that its columns fill. */
export function TableEditor({ form, table, onTable }: Props) {
  const [error, setError] = useState<string>()
  const [isReading, setReading] = useState(false)
  const { sample, setSample } = useSample(table)
  const source = table && lastSource?.text === table.text ? lastSource : null
  const open = async ([file]: File[]) => {
    setError(undefined)
    if (!file) return
    setReading(true)
    const bytes = await file.arrayBuffer().then((buffer) => new Uint8Array(buffer))
    await read({ name: file.name, bytes, encoding: detectEncoding(bytes) })
  }
  const read = async ({ name, bytes, encoding }: Omit<TableSource, 'text'>) => {
    setError(undefined)
    setReading(true)
    try {
      const text = decodeText(bytes, encoding)
      if (text.length > MAX_TABLE_LENGTH) return setError(t('batch.table_large'))
      const format = /\.(csv|tsv)$/i.test(name) ? 'csv' : 'lines'
      const { columns, rows, sample } = await call('batches.table', { text, format })
      lastSource = { name, bytes, encoding, text }
      setSample({ text, rows: sample })
      onTable({ name, text, format, columnNames: columns, rows, columns: guessColumns(form, columns) })
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
            <span dir="auto" className={textStyles.truncate}>
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
          {source && source.encoding !== 'utf-8' && (
            <Select
              label={t('batch.encoding')}
              value={source.encoding}
              options={encodings.map((encoding) => ({ value: encoding, label: ENCODINGS[encoding] }))}
              onValueChange={(encoding) => void read({ ...source, encoding })}
            />
          )}
          {table.columnNames.map((column) => (
            <div key={column} className={styles.column}>
              <span className={classes(rowStyles.text, styles.sample)}>
                <b dir="auto" className={rowStyles.title}>
                  {column}
                </b>
                <small dir="auto" className={rowStyles.sub}>
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
              onFiles={(files) => void open(files)}
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
