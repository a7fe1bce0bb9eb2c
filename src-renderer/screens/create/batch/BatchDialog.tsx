import { useMemo, useState } from 'react'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
// Loads the texts of this dialog, which are not part of the first bundle.
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { BatchActions, emptyTerms } from './BatchActions.tsx'
import { axisFields, type AxisField, axisValues, emptyPlan, type PlanDraft } from './PlanDraft.ts'
import { usePreview } from './usePreview.ts'
import { PlanForm } from './PlanForm.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import styles from './BatchDialog.module.css'

interface Props {
  form: Form
  /** The values that a click would send. */
  values: Values
  onClose: () => void
}

/** Creates many jobs from one form: the plan on the left, a preview with prices on the right. */
export function BatchDialog({ form, values, onClose }: Props) {
  const [draft, setDraft] = useState<PlanDraft>(emptyPlan)
  // Kept here, because the actions are unmounted while a changed plan is previewed.
  const [terms, setTerms] = useState(emptyTerms)
  const [skipped, setSkipped] = useState<{ previewId: string | undefined; rows: ReadonlySet<number> }>({
    previewId: undefined,
    rows: new Set(),
  })
  const models = useApiQuery('models.list', { operation: form.operation })
  const fields = useMemo(() => axisFields(form, models.data?.models ?? []), [form, models.data])
  const plan = useMemo(() => planOf(draft, fields), [draft, fields])
  const preview = usePreview(plan && { operation: form.operation, model: form.model.slug, values, plan })
  const { data } = preview
  // Skipped rows are indexes into one preview, so they don't apply to another.
  const rows = skipped.previewId === data?.id ? skipped.rows : NO_ROWS
  return (
    <Dialog size="full" title={t('batch.title')} onClose={onClose}>
      <div className={styles.batch}>
        <div className={styles.plan}>
          <PlanForm form={form} values={values} fields={fields} draft={draft} onDraft={setDraft} />
        </div>
        <div className={styles.side}>
          <PreviewPane
            form={form}
            preview={preview}
            isInvalid={plan === null}
            skipped={rows}
            onSkipped={(next) => setSkipped({ previewId: data?.id, rows: next })}
          >
            {(rowAt, filter) =>
              data && (
                <BatchActions
                  preview={preview}
                  data={data}
                  skipped={rows}
                  rowAt={rowAt}
                  filter={filter}
                  suggestedName={suggestedName(draft, values)}
                  terms={terms}
                  onTerms={setTerms}
                  onDone={onClose}
                />
              )
            }
          </PreviewPane>
        </div>
      </div>
    </Dialog>
  )
}

const NO_ROWS: ReadonlySet<number> = new Set()
/** The length at which a suggested name is cut, in Unicode code points. */
const MAX_NAME_LENGTH = 60

/** Suggested name: the table's, otherwise the first line of the prompt. */
function suggestedName({ table }: PlanDraft, values: Values): string {
  const text = table?.name ?? values['prompt'] ?? values['text']
  const firstLine = typeof text === 'string' ? (text.trim().split('\n')[0] ?? '') : ''
  return Array.from(firstLine).slice(0, MAX_NAME_LENGTH).join('').trim() || t('batch.name_none')
}

/** Converts a draft to a plan without empty axes; null if an axis has unreadable values. */
function planOf(draft: PlanDraft, fields: readonly AxisField[]): Plan | null {
  const axes: Plan['axes'] = []
  for (const axis of draft.axes) {
    const field = fields.find(({ id }) => id === axis.field)
    const values = field ? axisValues(field, axis) : []
    if (values === null) return null
    if (values.length > 0) axes.push({ field: axis.field, values })
  }
  const { count, seeds, variants, wildcards, table, files } = draft
  return {
    count,
    seeds,
    variants,
    wildcards,
    axes,
    table: table && { text: table.text, format: table.format, columns: table.columns },
    files,
  }
}
