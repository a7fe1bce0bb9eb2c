import { useEffect, useState } from 'react'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { PriceWatch, type PriceState } from './PriceWatch.ts'

export interface PricedDraft {
  operation: string
  model: string
  values: Values
}

interface PricedForm {
  draft: PricedDraft
  connectionKey: string
}

const schedule = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** The live price of a draft, requested again when the draft or `connectionKey` changes, and a function to refetch it. */
export function usePrice(
  draft: PricedDraft,
  connectionKey: string,
): { price: PriceState; refetchPrice: () => void } {
  const [price, setPrice] = useState<PriceState>({ state: 'none' })
  const [watch] = useState(() => {
    const id = crypto.randomUUID()
    const fetchPrice = ({ draft }: PricedForm) =>
      call('quotes.price', { ...draft, draft: id, kind: draftStore.getState().lastEdit })
    return new PriceWatch<PricedForm>({ fetchPrice, now: Date.now, schedule, problemOf }, setPrice)
  })
  useEffect(() => {
    watch.setDraft({ draft, connectionKey })
    return () => watch.close()
  }, [watch, draft, connectionKey])
  return { price, refetchPrice: () => watch.refetch() }
}
