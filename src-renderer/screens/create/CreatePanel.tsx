import { lazy, Suspense, useMemo } from 'react'
import { TriangleAlert } from 'lucide-react'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Connection } from '../../../src-preload/contract/types/connection.ts'
import type { Form } from '../../../src-preload/contract/types/form.ts'
import { link } from '../../host/link.ts'
import { problemOf } from '../../host/problemOf.ts'
import { useAct } from '../../host/useAct.ts'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { CreateFoot } from './CreateFoot.tsx'
import styles from './CreatePanel.module.css'
import { FormFields } from './FormFields.tsx'
import { draftStore } from '../../widgets/forms/draftStore.ts'
import { FormContext } from './model/FormContext.ts'
import { valuesToSend } from '../../widgets/forms/formValues.ts'
import { reasonsWhyNot } from './model/readiness.ts'
import { useReady } from '../../lib/useReady.ts'
import { useRefusals } from './model/useRefusals.ts'
import { useTask } from './model/useTask.ts'
import { ModelPicker } from './ModelPicker.tsx'
import { PanelFailure } from './PanelFailure.tsx'
import { PanelSkeleton } from './PanelSkeleton.tsx'
import { Resets } from './Resets.tsx'
import { splitField } from './split/splitField.ts'
import { splitStore } from './split/splitStore.ts'
import { TaskPicker } from './TaskPicker.tsx'

const SplitFoot = lazy(async () => ({ default: (await import('./split/SplitFoot.tsx')).SplitFoot }))

/** The left side of Create: task, model, form and button. */
export function CreatePanel() {
  const { operations, operation, models, model, vanished, form, chooseModel } = useTask()
  const refresh = useAct('models.refresh')
  useRefusals()
  const connections = useRoute('connections.list', undefined)
  const current = connections.data?.connections.find((one) => one.current)
  const failed = operations.error ?? form.error
  const nothing = models.data?.models.length === 0
  const reading = nothing && (models.data?.refreshing === true || !connections.data)
  useReady(Boolean(form.data ?? failed ?? (nothing && !reading)))

  if (operations.error)
    return (
      <section className={styles.panel} aria-label={t('shell.create')}>
        <div className={styles.alone}>
          <PanelFailure
            problem={problemOf(operations.error)}
            connection={current}
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
      {/* While nothing is listed, no model is known to be gone: why the list is empty comes first. */}
      {nothing && !reading ? (
        <div className={styles.rest}>
          <NoModels list={models.data} connection={current} onRetry={() => refresh.mutate()} />
        </div>
      ) : form.error && !reading ? (
        <div className={styles.rest}>
          <PanelFailure
            problem={problemOf(form.error)}
            connection={current}
            onRetry={() => void form.refetch()}
          />
        </div>
      ) : form.data && !reading ? (
        <OpenForm form={form.data} vanished={vanished} />
      ) : (
        <PanelSkeleton part="form" />
      )}
    </section>
  )
}

function OpenForm({ form, vanished }: { form: Form; vanished: boolean }) {
  const values = draftStore((draft) => draft.values[form.operation])
  const serviceIssues = draftStore((draft) => draft.serviceIssues)
  const priceIssues = draftStore((draft) => draft.priceIssues)
  const lost = link((state) => state.state === 'lost')
  const picked = draftStore((draft) => draft.picked[form.operation])
  const draft = useMemo(
    () => ({
      operation: form.operation,
      model: form.model.slug,
      values: valuesToSend(form, values ?? {}, picked),
    }),
    [form, values, picked],
  )
  const check = useRoute('forms.check', draft, { keep: true, forget: true })
  const text = splitField(form)
  const split = splitStore((split) => text !== undefined && split.on[form.operation] === true)
  // A text that is split into sentences is never too long.
  const issues = (check.data?.issues ?? []).filter(
    ({ field, code }) => !(split && field === text?.name && code === 'too_long'),
  )
  const blockers = reasonsWhyNot({ lost, vanished, form, issues, serviceIssues: {} })
  const said = { ...priceIssues, ...serviceIssues }
  const all = reasonsWhyNot({ lost, vanished, form, issues, serviceIssues: said })
  return (
    <FormContext value={{ form, issues }}>
      <div className={styles.mid}>
        <Resets model={form.model.name} />
        <FormFields form={form} />
      </div>
      {split && text ? (
        <Suspense>
          <SplitFoot form={form} field={text} reasons={all} blocked={blockers.length > 0} />
        </Suspense>
      ) : (
        <CreateFoot form={form} draft={draft} reasons={all} blocked={blockers.length > 0} />
      )}
    </FormContext>
  )
}

interface NoModelsProps {
  list: RouteOutput<'models.list'> | undefined
  connection: Connection | undefined
  onRetry: () => void
}

/** No model to choose: no connection is in use, the list could not be read, or nothing in it does this task. */
function NoModels({ list, connection, onRetry }: NoModelsProps) {
  const problem = connection ? list?.problem : ({ code: 'no_connection', money: 'none' } as const)
  if (problem)
    return (
      <PanelFailure
        problem={problem}
        connection={connection}
        title={t('create.list_failed')}
        onRetry={onRetry}
      />
    )
  return (
    <EmptyState
      icon={<TriangleAlert aria-hidden />}
      title={t('create.no_models')}
      actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    />
  )
}
