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

interface Wanted {
  draft: PricedDraft
  asker: string
}

const later = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** The live price of a draft (asked for again whenever it is another object, or `asker`, who would be told, is another), and a way to ask again. */
export function usePrice(draft: PricedDraft, asker: string): { price: PriceState; askAgain: () => void } {
  const [price, setPrice] = useState<PriceState>({ state: 'none' })
  const [watch] = useState(() => {
    const id = crypto.randomUUID()
    const ask = ({ draft }: Wanted) =>
      call('quotes.price', { ...draft, draft: id, kind: draftStore.getState().lastEdit })
    return new PriceWatch<Wanted>({ ask, now: Date.now, later, problemOf }, setPrice)
  })
  useEffect(() => {
    watch.want({ draft, asker })
    return () => watch.close()
  }, [watch, draft, asker])
  return { price, askAgain: () => watch.again() }
}
