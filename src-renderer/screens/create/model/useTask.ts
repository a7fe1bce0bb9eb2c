import { useEffect, useEffectEvent, useRef } from 'react'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { useAct } from '../../../host/useAct.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { isStarted, lostEntries } from '../../../widgets/forms/formValues.ts'
import { labelOf } from './valueText.ts'

interface Task {
  operations: UseQueryResult<RouteOutput<'operations.list'>>
  operation: string | undefined
  models: UseQueryResult<RouteOutput<'models.list'>>
  model: string | undefined
  /** The service no longer lists the chosen model. */
  vanished: boolean
  form: UseQueryResult<Form>
  chooseModel: (slug: string) => void
}

/** Task, model and form of the draft on screen: what was left last time, else the first of each. */
export function useTask(): Task {
  const client = useQueryClient()
  const ready = draftStore((draft) => draft.ready)
  const wanted = draftStore((draft) => draft.operation)
  const operations = useRoute('operations.list', undefined)
  const known = operations.data?.operations ?? []
  const operation = known.find((one) => one.id === wanted)?.id ?? known[0]?.id
  const models = useRoute('models.list', { operation: operation ?? '' }, { enabled: operation !== undefined })
  const left = draftStore((draft) => draft.models[operation ?? ''])
  const first = models.data?.models.find((one) => !one.vanished)?.slug
  const model = left ?? first
  // The parameters replaces the entries under the same form, which then lacks its defaults and its seed.
  const entered = draftStore((draft) => draft.values[operation ?? ''])
  const listed = models.data?.models.find((one) => one.slug === model)
  const form = useRoute(
    'forms.open',
    { operation: operation ?? '', model: model ?? '' },
    { enabled: ready && operation !== undefined && model !== undefined, keep: true },
  )
  /** The form that the values were entered in before the last change of model. */
  const draftForm = useRef<Form>(undefined)
  const carry = useAct('forms.carry', {
    onDone: ({ form, values, resets }) => {
      client.setQueryData(['forms.open', { operation: form.operation, model: form.model.slug }], form)
      const before = draftForm.current
      const told = resets.map((reset) => {
        const label = before && labelOf(before, reset.field, reset.from)
        return label === undefined ? reset : { ...reset, fromText: label }
      })
      draftStore.getState().carry(form, values, told)
    },
  })

  useEffect(() => {
    if (ready && operation && operation !== wanted) draftStore.getState().chooseOperation(operation)
  }, [ready, operation, wanted])
  useEffect(() => {
    if (ready && operation && model && !left) draftStore.getState().chooseModel(operation, model)
  }, [ready, operation, model, left])
  useEffect(() => {
    if (!ready || !form.data || form.isPlaceholderData || isStarted(form.data, entered)) return
    draftStore.getState().takeForm(form.data)
  }, [ready, form.data, form.isPlaceholderData, entered])
  // A form that lost fields since the draft was made says what goes with them, as a change of model does.
  const carried = useRef('')
  const loseFields = useEffectEvent((open: Form, values: Values) => {
    const lost = lostEntries(open, values)
    // Reported once: what an answer still holds of them is no reason to ask again.
    const what = JSON.stringify([open.operation, open.model.slug, lost])
    if (lost.length === 0 || carried.current === what) return
    carried.current = what
    carry.mutate({ operation: open.operation, model: open.model.slug, values })
  })
  useEffect(() => {
    if (ready && form.data && !form.isPlaceholderData && entered) loseFields(form.data, entered)
  }, [ready, form.data, form.isPlaceholderData, entered])

  return {
    operations,
    operation,
    models,
    model,
    vanished: listed?.vanished === true,
    form,
    chooseModel: (slug) => {
      if (!operation || slug === model) return
      const values = draftStore.getState().values[operation] ?? {}
      draftForm.current = form.data
      if (form.data) carry.mutate({ operation, model: slug, values })
      else draftStore.getState().chooseModel(operation, slug)
    },
  }
}
