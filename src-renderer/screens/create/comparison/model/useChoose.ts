import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../host/call.ts'
import { problemOf } from '../../../../host/problemOf.ts'
import { problemMessage } from '../../../../lib/problemMessage.ts'
import { toasts } from '../../../../lib/toasts.ts'
import { draftStore } from '../../../../widgets/forms/draftStore.ts'
import type { PriceOption } from './comparisonLines.ts'

/** Puts a combination into the form on screen, with the model where that is another. */
export function useChoose(operation: string, model: string): (option: PriceOption) => Promise<boolean> {
  const client = useQueryClient()
  return async ({ model: wanted, values }) => {
    const draft = draftStore.getState()
    if (wanted === model) {
      draft.setValues(values, { edit: 'choice', operation })
      return true
    }
    try {
      const given = { ...draft.values[operation], ...values }
      const {
        form,
        values: carried,
        resets,
      } = await call('forms.carry', { operation, model: wanted, values: given })
      client.setQueryData(['forms.open', { operation, model: wanted }], form)
      draftStore.getState().carry(
        form,
        { ...carried, ...values },
        resets.filter(({ field }) => !(field in values)),
      )
      return true
    } catch (error) {
      const { what, next } = problemMessage(problemOf(error))
      toasts.getState().show({ tone: 'bad', words: [what, next].filter(Boolean).join(' ') })
      return false
    }
  }
}
