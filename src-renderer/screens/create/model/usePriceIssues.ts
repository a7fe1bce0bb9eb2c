import { useEffect } from 'react'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { fieldsSaid } from './fieldsSaid.ts'
import { fieldOf } from '../../../widgets/forms/formValues.ts'
import type { PriceState } from './PriceWatch.ts'

/** What the service refuses to price is said at the fields it is about, before anything is sent. */
export function usePriceIssues(form: Form, price: PriceState): void {
  useEffect(() => {
    // While a new price is asked for, what was said last stands.
    if (price.state === 'pricing') return
    const said = price.state === 'unavailable' ? Object.entries(fieldsSaid(price.problem)) : []
    const known = said.filter(([entry]) => fieldOf(form, entry) !== undefined)
    draftStore.getState().setPriceIssues(Object.fromEntries(known))
  }, [form, price])
}
