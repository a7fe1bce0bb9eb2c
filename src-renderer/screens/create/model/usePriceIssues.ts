import { useEffect } from 'react'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { fieldMessages } from './fieldMessages.ts'
import { fieldOf } from '../../../widgets/forms/formValues.ts'
import type { PriceState } from './PriceWatch.ts'

/** Shows rejections of a price request at the fields concerned, before anything is sent. */
export function usePriceIssues(form: Form, price: PriceState): void {
  useEffect(() => {
    // The last messages stay while a new price is requested.
    if (price.state === 'pricing') return
    const messages = price.state === 'unavailable' ? Object.entries(fieldMessages(price.problem)) : []
    const known = messages.filter(([entry]) => fieldOf(form, entry) !== undefined)
    draftStore.getState().setPriceIssues(Object.fromEntries(known))
  }, [form, price])
}
