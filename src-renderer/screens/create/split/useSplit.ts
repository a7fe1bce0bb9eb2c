import { useEffect, useMemo, useState } from 'react'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { FieldOf, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { QuoteResult } from '../../../../src-preload/contract/types/quote.ts'
import { call } from '../../../host/call.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { valuesToSend } from '../../../widgets/forms/formValues.ts'
import type { PricedDraft } from '../actions/usePrice.ts'
import { splitSentences } from './splitSentences.ts'

export interface Sentence {
  text: string
  draft: PricedDraft
  /** Undefined while loading. */
  quote: QuoteResult | undefined
}

interface Split {
  sentences: Sentence[]
  refetchPrice: () => void
}

const DEBOUNCE_MS = 400
const PRICE_QUERY = 'quotes.price of a sentence'

/** The sentences of a text, debounced. */
export function useSentences(
  field: FieldOf<'text'>,
  text: string,
  language: Values[string] | undefined,
): string[] {
  const debounced = useDebounced(text)
  return useMemo(
    () =>
      splitSentences(debounced, typeof language === 'string' ? language : undefined, {
        min: field.minLength,
        max: field.maxLength,
      }),
    [debounced, language, field.minLength, field.maxLength],
  )
}

/** The sentences of a text, each with its request and price. */
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
  // Identical sentences share one price request.
  const unique = [...new Map(drafts.map((draft) => [JSON.stringify(draft), draft])).entries()]
  const quotes = useQueries({
    queries: unique.map(([key, draft]) => ({
      queryKey: [PRICE_QUERY, draft],
      queryFn: () => call('quotes.price', { ...draft, draft: `sentence ${key}`, kind: 'choice' as const }),
      staleTime: 60_000,
      gcTime: 300_000,
      refetchInterval: ({ state }: { state: { data?: QuoteResult | undefined } }) => refetchDelay(state.data),
    })),
  })
  const quotesByDraft = new Map(unique.map(([key], index) => [key, quotes[index]?.data]))
  return {
    sentences: sentences.flatMap((text, index) => {
      const draft = drafts[index]
      return draft ? [{ text, draft, quote: quotesByDraft.get(JSON.stringify(draft)) }] : []
    }),
    refetchPrice: () => void client.invalidateQueries({ queryKey: [PRICE_QUERY] }),
  }
}

const SUPERSEDED_RETRY_MS = 500
const MIN_INTERVAL_MS = 5_000

/** Delay until a price is requested again: until it expires, or shortly if the request was superseded. */
function refetchDelay(response: QuoteResult | undefined): number | false {
  if (response?.state === 'superseded') return SUPERSEDED_RETRY_MS
  return response?.state === 'priced' ? Math.max(MIN_INTERVAL_MS, response.expiresAt - Date.now()) : false
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
