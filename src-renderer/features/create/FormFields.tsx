import { ChevronRight } from 'lucide-react'
import type { Field, Form } from '../../../src-preload/contract/types/form.ts'
import { t } from '../../i18n/t.ts'
import { FieldView } from './fields/FieldView.tsx'
import { OneOf } from './fields/OneOf.tsx'
import { draftStore } from './model/draftStore.ts'
import { chosenOf } from './model/isChosen.ts'
import { isHalf } from './model/isHalf.ts'
import { isWanted } from './model/isWanted.ts'
import styles from './FormFields.module.css'

/** The fields of the form in their order; small ones share a line in pairs, rare ones wait under "Advanced". */
export function FormFields({ form }: { form: Form }) {
  const values = draftStore((draft) => draft.values[form.operation])
  const picked = draftStore((draft) => draft.picked[form.operation]) ?? []
  const fields = form.fields.filter((field) => {
    if (!isWanted(form, field.when, values)) return false
    return field.oneOf === undefined || chosenOf(form, field.oneOf, values, picked) === field
  })
  const main = fields.filter((field) => field.section === 'main')
  const advanced = fields.filter((field) => field.section === 'advanced')
  return (
    <div className={styles.form}>
      <Fields form={form} fields={main} />
      {advanced.length > 0 && (
        <details className={styles.advanced}>
          <summary>
            <ChevronRight aria-hidden />
            {t('create.advanced')}
          </summary>
          <Fields form={form} fields={advanced} />
        </details>
      )}
    </div>
  )
}

function Fields({ form, fields }: { form: Form; fields: Field[] }) {
  return (
    <div className={styles.fields}>
      {fields.map((field, index) => (
        <div key={field.oneOf ?? field.name} className={isHalf(fields, index) ? styles.half : styles.whole}>
          {field.oneOf === undefined ? (
            <FieldView field={field} />
          ) : (
            <OneOf fields={form.fields.filter((one) => one.oneOf === field.oneOf)} chosen={field} />
          )}
        </div>
      ))}
    </div>
  )
}
