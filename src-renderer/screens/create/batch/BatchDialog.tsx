import { useMemo, useState } from 'react'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
// Loads the texts of this dialog, which are not part of the first bundle.
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { TriangleAlert, Trash2 } from 'lucide-react'
import type { PlanDraft } from '../../../../src-preload/contract/types/batchDraft.ts'
import { toasts } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import noteStyles from '../../../ui/layout/note.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { BatchActions } from './BatchActions.tsx'
import { suggestedName } from './batchName.ts'
import { fitPlan } from './fitPlan.ts'
import { axisFields, type AxisField, axisValues } from './planFields.ts'
import { useBatchDraft } from './useBatchDraft.ts'
import { usePreview } from './usePreview.ts'
import { PlanForm } from './PlanForm.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import styles from './BatchDialog.module.css'

interface Props {
  form: Form
  /** The values that a click would send. */
  values: Values
  /** Wildcard lists to add to the batch. Must be the same object in every render. */
  lists?: Plan['wildcards']
  onClose: () => void
}

/** Creates many jobs from one form: the plan on the left, a preview with prices on the right. */
export function BatchDialog({ form, values, lists, onClose }: Props) {
  const { draft, update, discard, restore, isLoading, isEmpty } = useBatchDraft(form.operation, lists)
  const [openedAt] = useState(() => Date.now())
  /** The deselected rows of a plan. */
  const [skipped, setSkipped] = useState<{ planKey: string; rows: ReadonlySet<number> } | null>(null)
  const models = useApiQuery('models.list', { operation: form.operation })
  const fields = useMemo(() => axisFields(form, models.data?.models ?? []), [form, models.data])
  // Until the models have loaded, none of them counts as missing.
  const { plan: fitted, lost } = useMemo(
    () =>
      models.data ? fitPlan(draft.plan, form, fields, models.data.models) : { plan: draft.plan, lost: [] },
    [draft.plan, form, fields, models.data],
  )
  const plan = useMemo(() => planOf(fitted, fields), [fitted, fields])
  const preview = usePreview(
    plan && !isLoading ? { operation: form.operation, model: form.model.slug, values, plan } : null,
  )
  const { data } = preview
  const rows = skipped?.planKey === preview.planKey ? skipped.rows : NO_ROWS
  const setPlan = (change: (current: PlanDraft) => PlanDraft) =>
    update((current) => ({ ...current, plan: change(current.plan) }))
  const discardWithUndo = () => {
    const discarded = discard()
    const action = { label: t('common.undo'), run: () => restore(discarded) }
    toasts.getState().show({ text: t('batch.discarded'), action })
  }
  return (
    <Dialog size="full" title={t('batch.title')} onClose={onClose}>
      <div className={styles.batch}>
        <div className={styles.plan}>
          {lost.length > 0 && (
            <div className={classes(noteStyles.note, noteStyles.warn)} role="status">
              <TriangleAlert aria-hidden />
              <span>{t('batch.lost', { names: lost.join(', ') })}</span>
              <Button size="small" onClick={() => setPlan(() => fitted)}>
                {t('batch.lost_remove')}
              </Button>
            </div>
          )}
          {!isLoading && (
            <PlanForm form={form} values={values} fields={fields} draft={draft.plan} onDraft={setPlan} />
          )}
          {!isEmpty && (
            <div className={styles.head}>
              <span className={textStyles.note}>{t('batch.draft_kept')}</span>
              <Button size="small" variant="quiet" icon={<Trash2 aria-hidden />} onClick={discardWithUndo}>
                {t('batch.discard')}
              </Button>
            </div>
          )}
        </div>
        <div className={styles.side}>
          <PreviewPane
            form={form}
            preview={preview}
            isInvalid={plan === null && !isLoading}
            skipped={rows}
            onSkipped={(next) => setSkipped({ planKey: preview.planKey, rows: next })}
          >
            {(pricedRowAt, filter) =>
              data && (
                <BatchActions
                  preview={preview}
                  data={data}
                  skipped={rows}
                  pricedRowAt={pricedRowAt}
                  filter={filter}
                  suggestedName={suggestedName({ plan: fitted, fields, values, rows: data.count, openedAt })}
                  terms={draft.terms}
                  onTerms={(terms) => update((current) => ({ ...current, terms }))}
                  onDone={onClose}
                  onAdded={discard}
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
