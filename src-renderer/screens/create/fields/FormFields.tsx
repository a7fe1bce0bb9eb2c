import { ChevronRight } from 'lucide-react'
import type { Field, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { FieldView, isSegmented } from './FieldView.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { isEmptyValue } from '../../../../src-preload/shared/values/isEmptyValue.ts'
import { entryNames } from '../../../../src-preload/shared/values/entryNames.ts'
import { chosenField } from '../../../widgets/forms/formValues.ts'
import { isConditionMet, useForm } from '../model/useForm.ts'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import styles from './fields.module.css'

/** The fields of the form in their order; small ones share a line in pairs, rarely used ones are under "Advanced". */
export function FormFields({ form }: { form: Form }) {
  const values = draftStore((draft) => draft.values[form.operation])
  const picked = draftStore((draft) => draft.picked[form.operation]) ?? []
  const fields = form.fields.filter((field) => {
    if (!isConditionMet(form, field.when, values)) return false
    return field.oneOf === undefined || chosenField(form, field.oneOf, values, picked) === field
  })
  const main = fields.filter((field) => field.section === 'main')
  const advanced = fields.filter((field) => field.section === 'advanced')
  // Collapsed fields are sent too, so the changed ones are listed.
  const changedLabels = advanced.filter((field) => isChanged(form, field, values)).map(({ label }) => label)
  return (
    <div className={fieldStyles.form}>
      <Fields form={form} fields={main} />
      {advanced.length > 0 && (
        <details
          className={styles.advanced}
          onToggle={({ currentTarget }) => {
            if (currentTarget.open) currentTarget.scrollIntoView?.({ block: 'start' })
          }}
        >
          <summary>
            <ChevronRight aria-hidden />
            {t('create.advanced')}
            {changedLabels.length > 0 && (
              <span
                dir="auto"
                className={classes(textStyles.quiet, textStyles.truncate, styles.changedLabels)}
              >
                {changedLabels.join(', ')}
              </span>
            )}
          </summary>
          <Fields form={form} fields={advanced} />
        </details>
      )}
    </div>
  )
}

/** Whether a field differs from its initial value. */
const isChanged = (form: Form, field: Field, values: Values | undefined): boolean =>
  entryNames(field).some((entry) => {
    const value = values?.[entry]
    return !isEmptyValue(value) && JSON.stringify(value) !== JSON.stringify(form.defaults[entry])
  })

function Fields({ form, fields }: { form: Form; fields: Field[] }) {
  return (
    <div className={styles.fields}>
      {fields.map((field, index) => (
        <div
          // Fields of several tasks have the same name, but each has a state of its own.
          key={`${form.operation}/${field.oneOf ?? field.name}`}
          className={isHalfWidth(fields, index) ? styles.half : styles.full}
        >
          {field.oneOf === undefined ? (
            <FieldView field={field} />
          ) : (
            <OneOf fields={form.fields.filter((other) => other.oneOf === field.oneOf)} chosen={field} />
          )}
        </div>
      ))}
    </div>
  )
}

/**
 * Neighbours of the same group share a line: small fields, and single files of the same kind, for example two frames. Undefined for
 * a field that needs a whole line.
 */
function widthGroup(field: Field | undefined): string | undefined {
  if (!field || field.oneOf !== undefined) return undefined
  if (field.kind === 'integer' || field.kind === 'number') return 'small'
  if (field.kind === 'choice') return isSegmented(field) ? undefined : 'small'
  if (field.kind === 'text') return field.multiline ? undefined : 'small'
  return field.kind === 'file' && field.max === 1 ? `file ${field.media.join(' ')}` : undefined
}

/** Whether a field takes half a line, because it shares the line with a neighbour of the same group. */
function isHalfWidth(fields: readonly Field[], index: number): boolean {
  const group = widthGroup(fields[index])
  if (group === undefined) return false
  const isInGroup = (otherIndex: number) => widthGroup(fields[otherIndex]) === group
  let first = index
  while (isInGroup(first - 1)) first -= 1
  return (index - first) % 2 === 1 || isInGroup(index + 1)
}

/** Fields of which exactly one is sent: a choice between them, and the chosen one below. The others keep their values. */
function OneOf({ fields, chosen }: { fields: Field[]; chosen: Field }) {
  const { form } = useForm()
  return (
    <div className={fieldStyles.form}>
      <Segmented
        label={t('create.source')}
        className={styles.segmented}
        value={chosen.name}
        options={fields.map(({ name, label }) => ({ value: name, label }))}
        onValueChange={(field) => draftStore.getState().pick(form.operation, field)}
      />
      <FieldView key={chosen.name} field={chosen} />
    </div>
  )
}
