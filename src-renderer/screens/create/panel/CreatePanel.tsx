import { lazy, Suspense, useMemo, useEffect } from 'react'
import { X } from 'lucide-react'
import type { Form, FieldOf, Reset, Values } from '../../../../src-preload/contract/types/form.ts'
import { studioLink } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { CreateActions } from '../actions/CreateActions.tsx'
import { FormFields } from '../fields/FormFields.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { FormContext, useForm } from '../model/useForm.ts'
import { valuesToSend, optionLabel } from '../../../widgets/forms/formValues.ts'
import { blockReasons, fieldMessages } from '../model/formMessages.ts'
import { useMarkReady } from '../../../lib/useReady.ts'
import { useTask } from './useTask.ts'
import { ModelPicker, TaskPicker } from './TaskAndModelPickers.tsx'
import { NoModels, PanelFailure } from './PanelFailure.tsx'
import { splitStore } from '../split/splitStore.ts'
import { onJobsChanged } from '../../../host/events.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import styles from '../Create.module.css'

const SplitActions = lazy(async () => ({ default: (await import('../split/SplitText.tsx')).SplitActions }))

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

  if (operations.error)
    return (
      <section className={styles.panel} aria-label={t('shell.create')}>
        <div className={styles.placeholder}>
          <PanelFailure
            problem={problemOf(operations.error)}
            connection={connection}
            onRetry={() => void operations.refetch()}
          />
        </div>
      </section>
    )
  return (
    <section className={styles.panel} aria-label={t('shell.create')}>
      <VisuallyHidden>
        <h1>{t('shell.create')}</h1>
      </VisuallyHidden>
      {operations.data ? (
        <div className={styles.top}>
          <TaskPicker list={operations.data} value={operation} />
          <ModelPicker list={models.data} value={model} onPick={chooseModel} />
        </div>
      ) : (
        <PanelSkeleton part="top" />
      )}
      {/* Without a list of models it is unknown whether the chosen one still exists, so this case comes first. */}
      {hasNoModels && !isLoading ? (
        <div className={styles.body}>
          <NoModels models={models.data} connection={connection} onRetry={() => refreshModels.mutate()} />
        </div>
      ) : form.error && !isLoading ? (
        <div className={styles.body}>
          <PanelFailure
            problem={problemOf(form.error)}
            connection={connection}
            onRetry={() => void form.refetch()}
          />
        </div>
      ) : form.data && !isLoading ? (
        <OpenForm form={form.data} isModelDelisted={isModelDelisted} />
      ) : (
        <PanelSkeleton part="form" />
      )}
    </section>
  )
}

function OpenForm({ form, isModelDelisted }: { form: Form; isModelDelisted: boolean }) {
  const values = draftStore((draft) => draft.values[form.operation])
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
  return (
    <FormContext value={{ form, issues }}>
      <div className={styles.form}>
        <ResetNotice model={form.model.name} />
        <FormFields form={form} />
      </div>
      {isSplit && splittableField ? (
        <Suspense>
          <SplitActions
            form={form}
            field={splittableField}
            reasons={allReasons}
            isBlocked={blockers.length > 0}
          />
        </Suspense>
      ) : (
        <CreateActions form={form} draft={draft} reasons={allReasons} isBlocked={blockers.length > 0} />
      )}
    </FormContext>
  )
}

/** The field of a form whose text may be split. */
const splittableFieldOf = (form: Form): FieldOf<'text'> | undefined =>
  form.fields.find((field): field is FieldOf<'text'> => field.kind === 'text' && field.split === true)

/** Shows why the service rejected a job at the fields concerned. */
function useShowRejections(): void {
  useEffect(
    () =>
      onJobsChanged((jobs) => {
        for (const job of jobs)
          if (job.state === 'rejected' && job.problem?.fields)
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

/** The values that a change of model reset, until dismissed. */
export function ResetNotice({ model }: { model: string }) {
  const { form } = useForm()
  const resets = draftStore((draft) => draft.resets)
  if (resets.length === 0) return null
  return (
    <div className={classes(textStyles.label, styles.resets)} role="status">
      <div>
        <strong>{t('create.resets_title', { model })}</strong>
        <ul>
          {resets.map((reset) => (
            <li key={reset.field}>{resetText(form, reset)}</li>
          ))}
        </ul>
      </div>
      <IconButton
        size="small"
        label={t('common.dismiss')}
        icon={<X />}
        onClick={draftStore.getState().dismissResets}
      />
    </div>
  )
}

function resetText(form: Form, { field, label, from, fromText, to }: Reset): string {
  const text = (value: Values[string]) => valueText(form, field, value)
  // Without a new value, the model has no such field.
  return to === undefined
    ? t('create.reset_gone', { label })
    : t('create.reset_to', { label, from: fromText ?? text(from), to: text(to) })
}

type Value = Values[string]

/** Longer values are cut, in characters. */
const MAX_LENGTH = 40

/** A value as text: the label of an option, the number of files, or the value itself. */
function valueText(form: Form, entry: string, value: Value): string {
  const text = optionLabel(form, entry, value) ?? displayText(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}

function displayText(value: Value): string {
  if (typeof value === 'boolean') return t(value ? 'create.yes' : 'create.no')
  if (typeof value === 'string') return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
  if (!Array.isArray(value)) return JSON.stringify(value)
  // Only files are lists of strings, which are internal ids.
  if (value.length > 0 && value.every((item) => typeof item === 'string'))
    return t('create.files_count', { count: value.length })
  return value.map((item) => displayText(nameOf(item))).join(', ')
}

const nameOf = (value: Value): Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value['name'] ?? value) : value
