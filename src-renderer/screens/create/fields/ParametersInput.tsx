import '../../../i18n/lazyTexts.ts'
import { Plus, X } from 'lucide-react'
import type { FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { useForm, useEntry } from '../model/useForm.ts'
import { issueText } from '../../../widgets/forms/issueText.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import styles from './fields.module.css'

type Row = { name: string; value: string }

/** Parameters of the service that have no field of their own: rows of a name and a JSON value, each with its errors. */
export function ParametersInput({ field }: { field: FieldOf<'parameters'> }) {
  const { id, value, set, touch, error } = useEntry(field.name)
  const { issues } = useForm()
  const rows = rowsOf(value)
  const rowIssues = issues.flatMap((issue) =>
    issue.field === field.name && 'params' in issue && 'row' in issue.params
      ? [{ row: issue.params.row, text: issueText(issue) }]
      : [],
  )
  const shownIssues = error === undefined ? [] : rowIssues
  const change = (index: number, patch: Partial<Row>) =>
    set(rows.map((row, otherIndex) => (otherIndex === index ? { ...row, ...patch } : row)))
  return (
    <fieldset className={fieldStyles.field} aria-describedby={`${id}-help`}>
      <legend>{field.label}</legend>
      <p id={`${id}-help`} className={fieldStyles.help}>
        {t('create.more_parameters_help')}
      </p>
      {rows.map((row, index) => {
        const number = index + 1
        const errors = shownIssues.filter(({ row: issueRow }) => issueRow === number)
        const errorId = `${id}-row-${index}`
        const aria = {
          'aria-invalid': errors.length > 0,
          'aria-describedby': errors.length > 0 ? errorId : undefined,
        }
        return (
          <div key={errorId}>
            <div className={styles.parameter}>
              <input
                dir="auto"
                className={fieldStyles.control}
                {...aria}
                id={index === 0 ? id : undefined}
                aria-label={t('create.more_parameters_name', { row: number })}
                placeholder="strength"
                autoComplete="off"
                spellCheck={false}
                value={row.name}
                onChange={({ target }) => change(index, { name: target.value })}
                onBlur={touch}
              />
              <input
                dir="auto"
                className={fieldStyles.control}
                {...aria}
                aria-label={t('create.more_parameters_value', { row: number })}
                placeholder="0.5"
                autoComplete="off"
                spellCheck={false}
                value={row.value}
                onChange={({ target }) => change(index, { value: target.value })}
                onBlur={touch}
              />
              <IconButton
                size="small"
                label={t('create.more_parameters_remove', { row: number })}
                icon={<X />}
                onClick={() => set(rows.filter((_, otherIndex) => otherIndex !== index))}
              />
            </div>
            {errors.length > 0 && (
              <p id={errorId} className={fieldStyles.error} role="alert">
                {errors.map(({ text }) => text).join(' ')}
              </p>
            )}
          </div>
        )
      })}
      {error !== undefined && shownIssues.length === 0 && (
        <p className={fieldStyles.error} role="alert">
          {error}
        </p>
      )}
      <Button
        id={rows.length === 0 ? id : undefined}
        size="small"
        variant="quiet"
        icon={<Plus />}
        onClick={() => set([...rows, { name: '', value: '' }])}
      >
        {t('create.more_parameters_add')}
      </Button>
    </fieldset>
  )
}

const rowsOf = (value: Values[string] | undefined): Row[] =>
  Array.isArray(value)
    ? value.map((row) => {
        const { name, value: text } =
          typeof row === 'object' && row !== null && !Array.isArray(row) ? row : { name: null, value: null }
        return { name: typeof name === 'string' ? name : '', value: typeof text === 'string' ? text : '' }
      })
    : []
