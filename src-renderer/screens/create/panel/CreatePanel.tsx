import { lazy, Suspense, useMemo, useEffect } from 'react'
import type { Form, FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { studioLink } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { CreateActions } from '../actions/CreateActions.tsx'
import { FormFields } from '../fields/FormFields.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { FormContext } from '../model/useForm.ts'
import { valuesToSend } from '../../../widgets/forms/formValues.ts'
import { blockReasons, fieldMessages } from '../model/formMessages.ts'
import { useMarkReady } from '../../../lib/useReady.ts'
import { useTask } from './useTask.ts'
import { ModelPicker, TaskPicker } from './TaskAndModelPickers.tsx'
import { splitStore } from '../split/splitStore.ts'
import { onJobsChanged } from '../../../host/events.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import styles from '../Create.module.css'

const PanelFailure = lazy(async () => ({ default: (await import('./PanelFailure.tsx')).PanelFailure }))
const NoModels = lazy(async () => ({ default: (await import('./PanelFailure.tsx')).NoModels }))
const SplitActions = lazy(async () => ({ default: (await import('../split/SplitText.tsx')).SplitActions }))
const PanelTools = lazy(async () => ({ default: (await import('./PanelTools.tsx')).PanelTools }))
const ResetNotice = lazy(async () => ({ default: (await import('./ResetNotice.tsx')).ResetNotice }))

/** DOM id of the panel, which can be focused programmatically. */
export const PANEL_ID = 'create-panel'

/** The left side of Create: task, model, form and button. */
export function CreatePanel() {
  const { operations, operation, models, model, isModelDelisted, form, chooseModel } = useTask()
  const refreshModels = useApiMutation('models.refresh')
  useShowRejections()
  const connections = useApiQuery('connections.list', undefined)
  const connection = connections.data?.connections.find(({ current }) => current)
  const error = operations.error ?? form.error
  const hasNoModels = models.data?.models.length === 0
  const isLoading = hasNoModels && (models.data?.refreshing === true || !connections.data)
  useMarkReady(Boolean(form.data ?? error ?? (hasNoModels && !isLoading)))

  if (operations.error && !operations.data)
    return (
      <section id={PANEL_ID} tabIndex={-1} className={styles.panel} aria-label={t('shell.create')}>
        <div className={styles.placeholder}>
          <Suspense>
            <PanelFailure
              problem={problemOf(operations.error)}
              connection={connection}
              onRetry={() => void operations.refetch()}
            />
          </Suspense>
        </div>
      </section>
    )
  return (
    <section id={PANEL_ID} tabIndex={-1} className={styles.panel} aria-label={t('shell.create')}>
      <VisuallyHidden>
        <h1>{t('shell.create')}</h1>
      </VisuallyHidden>
      {operations.data ? (
        <div className={styles.top}>
          <TaskPicker list={operations.data} value={operation} />
          <ModelPicker list={models.data} operation={operation} value={model} onPick={chooseModel} />
          <Suspense>{form.data && <PanelTools form={form.data} />}</Suspense>
        </div>
      ) : (
        <PanelSkeleton part="top" />
      )}
      {/* Without a list of models it is unknown whether the chosen one still exists, so this case comes first. */}
      {hasNoModels && !isLoading ? (
        <div className={styles.body}>
          <Suspense>
            <NoModels models={models.data} connection={connection} onRetry={() => refreshModels.mutate()} />
          </Suspense>
        </div>
      ) : form.error && !form.data && !isLoading ? (
        <div className={styles.body}>
          <Suspense>
            <PanelFailure
              problem={problemOf(form.error)}
              connection={connection}
              onRetry={() => void form.refetch()}
            />
          </Suspense>
        </div>
      ) : form.data && !isLoading ? (
        <OpenForm form={form.data} isModelDelisted={isModelDelisted} chooseModel={chooseModel} />
      ) : (
        <PanelSkeleton part="form" />
      )}
    </section>
  )
}

interface OpenFormProps {
  form: Form
  isModelDelisted: boolean
  chooseModel: (slug: string) => void
}

function OpenForm({ form, isModelDelisted, chooseModel }: OpenFormProps) {
  const values = draftStore((draft) => draft.values[form.operation])
  const hasResets = draftStore((draft) => draft.resets.length > 0)
  const serviceIssues = draftStore((draft) => draft.serviceIssues)
  const priceIssues = draftStore((draft) => draft.priceIssues)
  const isStudioLost = studioLink((link) => link.isLost)
  const picked = draftStore((draft) => draft.picked[form.operation])
  const draft = useMemo(
    () => ({
      operation: form.operation,
      model: form.model.slug,
      values: valuesToSend(form, values ?? {}, picked),
    }),
    [form, values, picked],
  )
  const check = useApiQuery('forms.check', draft, { keepPrevious: true, dropUnused: true })
  const splittableField = splittableFieldOf(form)
  const isSplit = splitStore(
    (split) => splittableField !== undefined && split.isSplit[form.operation] === true,
  )
  // A text that will be split into sentences can't be too long.
  const issues = (check.data?.issues ?? []).filter(
    ({ field, code }) => !(isSplit && field === splittableField?.name && code === 'too_long'),
  )
  const blockers = blockReasons({ isStudioLost, isModelDelisted, form, issues, serviceMessages: {} })
  const serviceMessages = { ...priceIssues, ...serviceIssues }
  const allReasons = blockReasons({ isStudioLost, isModelDelisted, form, issues, serviceMessages })
  const actionProps = {
    form,
    reasons: allReasons,
    isBlocked: blockers.length > 0,
    isChecking: check.isPlaceholderData,
  }
  return (
    <FormContext value={{ form, issues }}>
      <div className={styles.form}>
        <Suspense>{hasResets && <ResetNotice chooseModel={chooseModel} />}</Suspense>
        <FormFields form={form} />
      </div>
      {isSplit && splittableField ? (
        <Suspense>
          <SplitActions {...actionProps} field={splittableField} />
        </Suspense>
      ) : (
        <CreateActions {...actionProps} draft={draft} />
      )}
    </FormContext>
  )
}

/** The field of a form whose text may be split. */
const splittableFieldOf = (form: Form): FieldOf<'text'> | undefined =>
  form.fields.find((field): field is FieldOf<'text'> => field.kind === 'text' && field.split === true)

/** Shows at the affected fields why the service rejected a job. Jobs of a batch aren't made from the form. */
function useShowRejections(): void {
  useEffect(
    () =>
      onJobsChanged((jobs) => {
        for (const job of jobs)
          if (job.state === 'rejected' && !job.batch && job.problem?.fields)
            draftStore.getState().setServiceIssues(job.id, fieldMessages(job.problem))
      }),
    [],
  )
}

/** Placeholder of the panel, with the heights of the real controls in pixels. */
function PanelSkeleton({ part }: { part: 'top' | 'form' }) {
  if (part === 'top')
    return (
      <div className={styles.top}>
        <FieldSkeleton height={34} />
        <FieldSkeleton height={34} />
      </div>
    )
  return (
    <div className={styles.form}>
      <div className={fieldStyles.form}>
        <FieldSkeleton height={96} />
        <FieldSkeleton height={34} />
        <FieldSkeleton height={34} />
        <FieldSkeleton height={34} />
      </div>
    </div>
  )
}

const FieldSkeleton = ({ height }: { height: number }) => (
  <div className={fieldStyles.field}>
    <Skeleton width={64} height={12} />
    <Skeleton height={height} />
  </div>
)
