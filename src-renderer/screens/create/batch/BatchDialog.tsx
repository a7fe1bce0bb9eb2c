import { useMemo, useState, useCallback, useEffect, useRef } from 'react'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { TriangleAlert, Trash2 } from 'lucide-react'
import type { PlanDraft, BatchDraft } from '../../../../src-preload/contract/types/batchDraft.ts'
import { toasts } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { BatchActions } from './BatchActions.tsx'
import { suggestedName } from './batchName.ts'
import { fitPlan, axisFields, type AxisField, axisValues, emptyPlan } from './plan/planFields.ts'
import { usePreview } from './usePreview.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { PlanForm } from './plan/PlanForm.tsx'
import { PreviewPane } from './PreviewPane.tsx'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import { call } from '../../../host/call.ts'
import noteStyles from '../../../ui/layout/note.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './BatchDialog.module.css'

interface Props {
  form: Form
  /** The values that a click would send. */
  values: Values
  /** Wildcard lists to add to the batch, whose options in braces are then on. Must be the same object in every render. */
  lists?: Plan['wildcards']
  onClose: () => void
}

/** Creates many jobs from one form: the plan on the left, a preview with prices on the right. */
export function BatchDialog({ form, values, lists, onClose }: Props) {
  const { draft, update, discard, discardPlan, restore, isLoading, isEmpty } = useBatchDraft(
    form.operation,
    lists,
  )
  const entered = draftStore((state) => state.entered[form.operation])
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
    plan && !isLoading ? { operation: form.operation, model: form.model.slug, values, entered, plan } : null,
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
                  onAdded={() => {
                    if (discardPlan(draft.plan)) onClose()
                  }}
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

const emptyDraft: BatchDraft = { plan: emptyPlan, terms: { name: null, capText: '' } }

interface OpenDialog {
  replace: (next: BatchDraft) => void
  update: (change: (current: BatchDraft) => BatchDraft) => void
}

/** How to change the draft in the open dialog, by task. */
const openDialogs = new Map<string, OpenDialog>()
/** The draft in the open dialog, or as the last one left it, by task. */
const latestDrafts = new Map<string, BatchDraft>()

/** Pause in editing after which the draft is saved. */
const DEBOUNCE_MS = 500

/**
 * The draft of a task's batch. The studio keeps it until the batch is added or the draft is discarded, even across
 * restarts. `lists` are wildcard lists to add to the draft, where they replace lists with the same names.
 */
function useBatchDraft(operation: string, lists?: Plan['wildcards']) {
  const stored = useApiQuery('batches.draft', { operation }, { staleTime: 0, dropUnused: true })
  /** Undefined until the user changes something. */
  const [edited, setEdited] = useState<BatchDraft>()
  const saved = stored.data?.draft ?? null
  const initial = useMemo(() => addLists(saved ?? emptyDraft, lists), [saved, lists])
  const draft = edited ?? initial
  const unsaved = useRef<BatchDraft | undefined>(undefined)
  const save = useCallback(() => {
    const { current } = unsaved
    if (current === undefined) return
    unsaved.current = undefined
    // A draft that can't be saved now is saved on the next change; the lost connection to the studio is reported elsewhere.
    call('batches.save_draft', { operation, draft: isEmptyDraft(current) ? null : current }).catch(() => {})
  }, [operation])
  useEffect(() => {
    if (edited === undefined) return
    unsaved.current = edited
    const timer = setTimeout(save, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [edited, save])
  useEffect(() => {
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      save()
    }
  }, [save])
  const isLoading = stored.isPending
  useEffect(() => {
    if (!isLoading) latestDrafts.set(operation, draft)
  }, [operation, draft, isLoading])
  const replace = useCallback(
    (next: BatchDraft) => {
      setEdited(next)
      latestDrafts.set(operation, next)
      unsaved.current = next
      save()
    },
    [operation, save],
  )
  useEffect(() => {
    const update: OpenDialog['update'] = (change) =>
      setEdited((current) => change(current ?? latestDrafts.get(operation) ?? emptyDraft))
    openDialogs.set(operation, { replace, update })
    return () => void openDialogs.delete(operation)
  }, [operation, replace])
  return {
    draft,
    isLoading,
    /** Changes the draft, even after the dialog was closed or opened again, for example while files are imported. */
    update: useCallback(
      (change: (current: BatchDraft) => BatchDraft) => {
        const open = openDialogs.get(operation)
        if (open) open.update(change)
        else replace(change(latestDrafts.get(operation) ?? emptyDraft))
      },
      [operation, replace],
    ),
    /**
     * Discards the draft if it still has this plan, even after the dialog was closed or opened again. Returns whether the plan was
     * discarded in this dialog while it is open.
     */
    discardPlan: (plan: PlanDraft): boolean => {
      if (JSON.stringify(latestDrafts.get(operation)?.plan) !== JSON.stringify(plan)) return false
      const replaceOpen = openDialogs.get(operation)?.replace
      const replaceLatest = replaceOpen ?? replace
      replaceLatest(emptyDraft)
      return replaceOpen === replace
    },
    /** Discards the draft and returns it, so that it can be restored. */
    discard: (): BatchDraft => {
      replace(emptyDraft)
      return draft
    },
    /** Restores a discarded draft, even after the dialog was closed or opened again. */
    restore: (discarded: BatchDraft) => (openDialogs.get(operation)?.replace ?? replace)(discarded),
    isEmpty: isEmptyDraft(draft),
  }
}

const addLists = (draft: BatchDraft, lists: Plan['wildcards'] | undefined): BatchDraft =>
  lists
    ? {
        ...draft,
        plan: { ...draft.plan, variants: true, wildcards: { ...draft.plan.wildcards, ...lists } },
      }
    : draft

const isEmptyDraft = ({ plan, terms }: BatchDraft): boolean =>
  plan.count === emptyPlan.count &&
  plan.seeds === emptyPlan.seeds &&
  plan.variants === emptyPlan.variants &&
  plan.axes.length === 0 &&
  plan.table === null &&
  plan.files === null &&
  Object.keys(plan.wildcards).length === 0 &&
  terms.name === null &&
  terms.capText === ''
