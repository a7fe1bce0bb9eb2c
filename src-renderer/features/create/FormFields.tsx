import { ChevronRight } from 'lucide-react'
import type { Field, Form } from '../../../src-preload/contract/types/form.ts'
import { t } from '../../i18n/t.ts'
import { FieldView } from './fields/FieldView.tsx'
import { draftStore } from './model/draftStore.ts'
import { isWanted } from './model/isWanted.ts'
import styles from './FormFields.module.css'

const SMALL = new Set(['integer', 'number', 'choice'])

/** The fields of the form in their order; small ones share a line in pairs, rare ones wait under "Advanced". */
export function FormFields({ form }: { form: Form }) {
  const values = draftStore((draft) => draft.values[form.operation])
  const fields = form.fields.filter((field) => isWanted(form, field.when, values))
  const main = fields.filter((field) => field.section === 'main')
  const advanced = fields.filter((field) => field.section === 'advanced')
  return (
    <div className={styles.form}>
      <Fields fields={main} />
      {advanced.length > 0 && (
        <details className={styles.advanced}>
          <summary>
            <ChevronRight aria-hidden />
            {t('create.advanced')}
          </summary>
          <Fields fields={advanced} />
        </details>
      )}
    </div>
  )
}

function Fields({ fields }: { fields: Field[] }) {
  return (
    <div className={styles.fields}>
      {fields.map((field, index) => (
        <div key={field.name} className={isHalf(fields, index) ? styles.half : styles.whole}>
          <FieldView field={field} />
        </div>
      ))}
    </div>
  )
}

/** Small fields pair up with the small one beside them; a single one keeps the line to itself. */
function isHalf(fields: readonly Field[], index: number): boolean {
  const small = (at: number) => SMALL.has(fields[at]?.kind ?? '')
  if (!small(index)) return false
  let first = index
  while (small(first - 1)) first -= 1
  return (index - first) % 2 === 1 || small(index + 1)
}
