import { useEffect, useEffectEvent, useRef } from 'react'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { isComplete, optionLabel, unknownEntries } from '../../../widgets/forms/formValues.ts'

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
  input: RouteInput<'forms.carry'>
  /** The form in which the values were entered; it has the labels of values that are reset. */
  previousForm: Form
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
  const listedModel = models.data?.models.find((item) => item.slug === model)
  const form = useApiQuery(
    'forms.open',
    { operation: operation ?? '', model: model ?? '' },
    { enabled: isLoaded && operation !== undefined && model !== undefined, keepPrevious: true },
  )
  /** The latest adaptation in flight, by operation. */
  const latestAdaptations = useRef(new Map<string, Adaptation>())
  const adaptation = useApiMutation('forms.carry', {
    onDone: ({ form, values, resets }, input) => {
      const latest = latestAdaptations.current.get(input.operation)
      // The response to an earlier choice must not replace a later one.
      if (latest?.input !== input) return
      latestAdaptations.current.delete(input.operation)
      client.setQueryData(['forms.open', { operation: form.operation, model: form.model.slug }], form)
      const resetsWithLabels = resets.map((reset) => {
        const label = optionLabel(latest.previousForm, reset.field, reset.from)
        return label === undefined ? reset : { ...reset, fromText: label }
      })
      draftStore.getState().adapt(form, values, resetsWithLabels)
    },
  })
  const adaptValues = (input: RouteInput<'forms.carry'>, previousForm: Form) => {
    latestAdaptations.current.set(input.operation, { input, previousForm })
    adaptation.mutate(input)
  }

  useEffect(() => {
    if (isLoaded && operation && operation !== draftOperation)
      draftStore.getState().chooseOperation(operation)
  }, [isLoaded, operation, draftOperation])
  useEffect(() => {
    if (isLoaded && operation && model && !draftModel) draftStore.getState().chooseModel(operation, model)
  }, [isLoaded, operation, model, draftModel])
  // Loading the parameters of a result replaces all values of the form, which may then lack defaults and a seed.
  useEffect(() => {
    if (!isLoaded || !form.data || form.isPlaceholderData || isComplete(form.data, draftValues)) return
    draftStore.getState().applyForm(form.data)
  }, [isLoaded, form.data, form.isPlaceholderData, draftValues])
  // If the form lost fields since the draft was created, the values are adapted with a notice, as after a change of model.
  const lastSignature = useRef('')
  const removeUnknownEntries = useEffectEvent((openForm: Form, values: Values) => {
    const unknown = unknownEntries(openForm, values)
    // Adapts them once, even if the response still contains unknown entries.
    const signature = JSON.stringify([openForm.operation, openForm.model.slug, unknown])
    if (unknown.length === 0 || lastSignature.current === signature) return
    lastSignature.current = signature
    adaptValues({ operation: openForm.operation, model: openForm.model.slug, values }, openForm)
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
      if (slug === model) latestAdaptations.current.delete(operation)
      else if (form.data) {
        const values = draftStore.getState().values[operation] ?? {}
        adaptValues({ operation, model: slug, values }, form.data)
      } else draftStore.getState().chooseModel(operation, slug)
    },
  }
}
