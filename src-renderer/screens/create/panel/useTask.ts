import { useEffect, useEffectEvent, useRef } from 'react'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { visibleResets } from '../../../widgets/forms/changes.ts'
import { beginModelChoice } from '../../../widgets/forms/chooseModel.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { valuesToCarry } from '../../../../src-preload/shared/values/enteredValues.ts'
import { isComplete, unknownEntries } from '../../../widgets/forms/formValues.ts'

interface Task {
  operations: UseQueryResult<RouteOutput<'operations.list'>>
  operation: string | undefined
  models: UseQueryResult<RouteOutput<'models.list'>>
  model: string | undefined
  /** Whether the service no longer lists the chosen model. */
  isModelDelisted: boolean
  form: UseQueryResult<Form>
  chooseModel: (slug: string) => void
}

interface Adaptation {
  input: RouteInput<'forms.adapt'>
  /** What the user saw; the form has the labels of values that are reset. */
  shown: { form: Form; values: Values }
  isLatest: () => boolean
}

/** Task, model and form of the current draft, by default the first of each. */
export function useTask(): Task {
  const client = useQueryClient()
  const isLoaded = draftStore((draft) => draft.isLoaded)
  const draftOperation = draftStore((draft) => draft.operation)
  const operations = useApiQuery('operations.list', undefined)
  const operationList = operations.data?.operations ?? []
  const operation = operationList.find((item) => item.id === draftOperation)?.id ?? operationList[0]?.id
  const models = useApiQuery(
    'models.list',
    { operation: operation ?? '' },
    { enabled: operation !== undefined },
  )
  const draftModel = draftStore((draft) => draft.models[operation ?? ''])
  const firstModel = models.data?.models.find((item) => !item.isDelisted)?.slug
  const model = draftModel ?? firstModel
  const draftValues = draftStore((draft) => draft.values[operation ?? ''])
  const isEnteredKnown = draftStore((draft) => draft.entered[operation ?? ''] !== undefined)
  const listedModel = models.data?.models.find((item) => item.slug === model)
  const form = useApiQuery(
    'forms.open',
    { operation: operation ?? '', model: model ?? '' },
    { enabled: isLoaded && operation !== undefined && model !== undefined, keepPrevious: true },
  )
  /** The latest adaptation in flight, by operation. */
  const latestAdaptations = useRef(new Map<string, Adaptation>())
  const adaptation = useApiMutation('forms.adapt', {
    onDone: ({ form, values, resets }, input) => {
      const latest = latestAdaptations.current.get(input.operation)
      if (latest?.input !== input || !latest.isLatest()) return
      latestAdaptations.current.delete(input.operation)
      client.setQueryData(['forms.open', { operation: form.operation, model: form.model.slug }], form)
      draftStore.getState().adapt(form, values, visibleResets(resets, latest.shown), latest.shown.values)
    },
  })
  const adaptValues = (
    input: RouteInput<'forms.adapt'>,
    shown: Adaptation['shown'],
    isLatest: () => boolean,
  ) => {
    latestAdaptations.current.set(input.operation, { input, shown, isLatest })
    adaptation.mutate(input)
  }

  useEffect(() => {
    if (!isLoaded || !operation || operation === draftOperation) return
    // The draft may be one of an earlier session.
    if (draftOperation !== null)
      void import('../../../widgets/forms/showTaskGone.ts').then(({ showTaskGone }) =>
        showTaskGone(draftOperation),
      )
    draftStore.getState().chooseOperation(operation)
  }, [isLoaded, operation, draftOperation])
  useEffect(() => {
    if (isLoaded && operation && model && !draftModel) draftStore.getState().chooseModel(operation, model)
  }, [isLoaded, operation, model, draftModel])
  // Loading the parameters of a result replaces all values of the form, which may then lack defaults and a seed.
  useEffect(() => {
    if (!isLoaded || !form.data || form.isPlaceholderData) return
    if (!isEnteredKnown || !isComplete(form.data, draftValues)) draftStore.getState().applyForm(form.data)
  }, [isLoaded, form.data, form.isPlaceholderData, draftValues, isEnteredKnown])
  // If the form lost fields since the draft was created, the values are adapted with a notice, as after a change of model.
  const lastSignature = useRef('')
  const removeUnknownEntries = useEffectEvent((openForm: Form, values: Values) => {
    const unknown = unknownEntries(openForm, values)
    // Adapts them once, even if the response still contains unknown entries.
    const signature = JSON.stringify([openForm.operation, openForm.model.slug, unknown])
    if (unknown.length === 0 || lastSignature.current === signature) return
    lastSignature.current = signature
    const { operation, model } = openForm
    // The user hasn't chosen this model now, so a choice in flight goes on.
    const isStillChosen = () => draftStore.getState().models[operation] === model.slug
    adaptValues({ operation, model: model.slug, values }, { form: openForm, values }, isStillChosen)
  })
  useEffect(() => {
    if (isLoaded && form.data && !form.isPlaceholderData && draftValues)
      removeUnknownEntries(form.data, draftValues)
  }, [isLoaded, form.data, form.isPlaceholderData, draftValues])

  return {
    operations,
    operation,
    models,
    model,
    isModelDelisted: listedModel?.isDelisted === true,
    form,
    chooseModel: (slug) => {
      if (!operation) return
      // Choosing the current model again cancels the change to another one.
      if (slug === model) beginModelChoice(operation)
      else if (form.data) {
        const draft = draftStore.getState()
        const values = draft.values[operation] ?? {}
        const carried = valuesToCarry(form.data, values, draft.entered[operation])
        adaptValues(
          { operation, model: slug, values: carried },
          { form: form.data, values },
          beginModelChoice(operation),
        )
      } else draftStore.getState().chooseModel(operation, slug)
    },
  }
}
