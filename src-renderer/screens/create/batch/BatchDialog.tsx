import { useMemo, useState } from 'react'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { useRoute } from '../../../host/useRoute.ts'
import '../../../i18n/later.ts'
import { t } from '../../../i18n/t.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import styles from './BatchDialog.module.css'
import { BatchFoot } from './BatchFoot.tsx'
import { axisFields } from './model/axisFields.ts'
import { emptyPlan, type PlanDraft } from './model/PlanDraft.ts'
import { planOf } from './model/planOf.ts'
import { usePreview } from './model/usePreview.ts'
import { PlanForm } from './PlanForm.tsx'
import { PreviewPane } from './PreviewPane.tsx'

interface Props {
  form: Form
  /** As a click would send them. */
  values: Values
  onClose: () => void
}

/** Many jobs from one form: how they differ at the left, what they would be and cost at the right, before anything runs. */
export function BatchDialog({ form, values, onClose }: Props) {
  const [draft, setDraft] = useState<PlanDraft>(emptyPlan)
  const [skipped, setSkipped] = useState<{ of: string | undefined; rows: ReadonlySet<number> }>({
    of: undefined,
    rows: new Set(),
  })
  const models = useRoute('models.list', { operation: form.operation })
  const fields = useMemo(() => axisFields(form, models.data?.models ?? []), [form, models.data])
  const plan = useMemo(() => planOf(draft, fields), [draft, fields])
  const preview = usePreview(plan && { operation: form.operation, model: form.model.slug, values, plan })
  const { data } = preview
  // Rows of another plan are other rows.
  const rows = skipped.of === data?.id ? skipped.rows : NONE
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
            broken={plan === null}
            skipped={rows}
            onSkipped={(next) => setSkipped({ of: data?.id, rows: next })}
          >
            {(at, narrowed) =>
              data && (
                <BatchFoot
                  preview={preview}
                  data={data}
                  skipped={rows}
                  at={at}
                  narrowed={narrowed}
                  suggested={nameOf(draft, values)}
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

const NONE: ReadonlySet<number> = new Set()
const LONGEST = 60

/** What to call it: its table, else the beginning of what it asks for. */
function nameOf({ table }: PlanDraft, values: Values): string {
  const text = table?.name ?? values['prompt'] ?? values['text']
  const words = typeof text === 'string' ? (text.trim().split('\n')[0] ?? '') : ''
  return words.slice(0, LONGEST).trim() || t('batch.name_none')
}
