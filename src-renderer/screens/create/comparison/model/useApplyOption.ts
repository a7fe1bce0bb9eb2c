import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../host/call.ts'
import { problemOf } from '../../../../host/problemOf.ts'
import { problemMessage } from '../../../../lib/problemMessage.ts'
import { toasts } from '../../../../lib/toasts.ts'
import { draftStore } from '../../../../widgets/forms/draftStore.ts'
import type { PriceOption } from './comparisonLines.ts'

/** Applies a combination to the form, switching the model if needed. */
export function useApplyOption(operation: string, model: string): (option: PriceOption) => Promise<boolean> {
  const client = useQueryClient()
  return async ({ model: newModel, values }) => {
    const draft = draftStore.getState()
    if (newModel === model) {
      draft.setValues(values, { edit: 'choice', operation })
      return true
    }
    try {
      const mergedValues = { ...draft.values[operation], ...values }
      const {
        form,
        values: migrated,
        resets,
      } = await call('forms.carry', { operation, model: newModel, values: mergedValues })
      client.setQueryData(['forms.open', { operation, model: newModel }], form)
      draftStore.getState().carry(
        form,
        { ...migrated, ...values },
        resets.filter(({ field }) => !(field in values)),
      )
      return true
    } catch (error) {
      const { what, next } = problemMessage(problemOf(error))
      toasts.getState().show({ tone: 'bad', text: [what, next].filter(Boolean).join(' ') })
      return false
    }
  }
}
