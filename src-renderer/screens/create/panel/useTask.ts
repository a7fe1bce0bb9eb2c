import { useEffect, useEffectEvent, useRef } from 'react'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
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
  /** The form that the values were entered in before they are adapted; it has the labels of values that are reset. */
  const draftForm = useRef<Form>(undefined)
  const adaptValues = useApiMutation('forms.carry', {
    onDone: ({ form, values, resets }) => {
      client.setQueryData(['forms.open', { operation: form.operation, model: form.model.slug }], form)
      const previousForm = draftForm.current
      const resetsWithLabels = resets.map((reset) => {
        const label = previousForm && optionLabel(previousForm, reset.field, reset.from)
        return label === undefined ? reset : { ...reset, fromText: label }
      })
      draftStore.getState().adapt(form, values, resetsWithLabels)
    },
  })

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
  const lastAdaptation = useRef('')
  const removeUnknownEntries = useEffectEvent((openForm: Form, values: Values) => {
    const unknown = unknownEntries(openForm, values)
    // Adapts them once, even if the response still contains unknown entries.
    const signature = JSON.stringify([openForm.operation, openForm.model.slug, unknown])
    if (unknown.length === 0 || lastAdaptation.current === signature) return
    lastAdaptation.current = signature
    draftForm.current = openForm
    adaptValues.mutate({ operation: openForm.operation, model: openForm.model.slug, values })
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
      if (!operation || slug === model) return
      const values = draftStore.getState().values[operation] ?? {}
      draftForm.current = form.data
      if (form.data) adaptValues.mutate({ operation, model: slug, values })
      else draftStore.getState().chooseModel(operation, slug)
    },
  }
}
