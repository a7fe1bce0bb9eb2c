import { useEffect, useMemo, useState } from 'react'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { FieldOf, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { QuoteAnswer } from '../../../../src-preload/contract/types/quote.ts'
import { call } from '../../../host/call.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { valuesToSend } from '../../../widgets/forms/formValues.ts'
import type { PricedDraft } from '../model/usePrice.ts'
import { splitSentences } from './splitSentences.ts'

export interface Sentence {
  text: string
  draft: PricedDraft
  /** Undefined while it is asked for. */
  price: QuoteAnswer | undefined
}

interface Split {
  sentences: Sentence[]
  askAgain: () => void
}

const PAUSE_MS = 400
const PRICE = 'quotes.price of a sentence'

/** The sentences of a text, as a pause in the typing leaves them. */
export function useSentences(
  field: FieldOf<'text'>,
  text: string,
  language: Values[string] | undefined,
): string[] {
  const settled = useSettled(text)
  return useMemo(
    () =>
      splitSentences(settled, typeof language === 'string' ? language : undefined, {
        min: field.minLength,
        max: field.maxLength,
      }),
    [settled, language, field.minLength, field.maxLength],
  )
}

/** A text sentence by sentence, each with the request it would be and its own price. */
export function useSplit(form: Form, field: FieldOf<'text'>): Split {
  const client = useQueryClient()
  const values = draftStore((draft) => draft.values[form.operation]) ?? {}
  const picked = draftStore((draft) => draft.picked[form.operation])
  const text = values[field.name]
  const sentences = useSentences(field, typeof text === 'string' ? text : '', values['lang'])
  const drafts = sentences.map((sentence) => ({
    operation: form.operation,
    model: form.model.slug,
    values: valuesToSend(form, { ...values, [field.name]: sentence }, picked),
  }))
  // The same sentence twice is one question.
  const unique = [...new Map(drafts.map((draft) => [JSON.stringify(draft), draft])).entries()]
  const prices = useQueries({
    queries: unique.map(([key, draft]) => ({
      queryKey: [PRICE, draft],
      queryFn: () => call('quotes.price', { ...draft, draft: `sentence ${key}`, kind: 'choice' as const }),
      staleTime: 60_000,
      gcTime: 300_000,
      refetchInterval: ({ state }: { state: { data?: QuoteAnswer | undefined } }) => dueIn(state.data),
    })),
  })
  const priceOf = new Map(unique.map(([key], at) => [key, prices[at]?.data]))
  return {
    sentences: sentences.flatMap((text, at) => {
      const draft = drafts[at]
      return draft ? [{ text, draft, price: priceOf.get(JSON.stringify(draft)) }] : []
    }),
    askAgain: () => void client.invalidateQueries({ queryKey: [PRICE] }),
  }
}

const SOON_MS = 500
const MIN_MS = 5_000

/** When a price is to be asked for again: as it ends, and soon where another question overtook it. */
function dueIn(answer: QuoteAnswer | undefined): number | false {
  if (answer?.state === 'superseded') return SOON_MS
  return answer?.state === 'priced' ? Math.max(MIN_MS, answer.expiresAt - Date.now()) : false
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
