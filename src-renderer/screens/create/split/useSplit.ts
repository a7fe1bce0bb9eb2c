import { useEffect, useMemo, useState } from 'react'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { FieldOf, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { QuoteResult, ShownQuote } from '../../../../src-preload/contract/types/quote.ts'
import { call } from '../../../host/call.ts'
import { idempotencyKeyOf } from '../../../host/idempotencyKeys.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { valuesToSend } from '../../../widgets/forms/formValues.ts'
import { isTemporary, type PricedDraft } from '../model/usePrice.ts'
import { useCurrentConnection } from '../../../host/useCurrentConnection.ts'
import { splitSentences } from './splitSentences.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { addJob } from '../../../host/events.ts'
import { problemOf, showProblem } from '../../../host/problemOf.ts'
import { isPriceStale, toShownQuote } from '../../../lib/pricedButton.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../lib/toasts.ts'
import { enqueueErrorStore } from '../actions/clicks.ts'
import { type SentenceId, splitStore } from './splitStore.ts'

export interface Sentence extends SentenceId {
  draft: PricedDraft
  /** Undefined while loading. */
  quote: QuoteResult | undefined
}

interface PricedSentences {
  sentences: Sentence[]
  /** False while these are the sentences of the text before the last edit. */
  isCurrent: boolean
  refetchPrice: () => void
}

/** Pause in typing after which the text is split and priced. */
const DEBOUNCE_MS = 400
/** First part of the query keys of all sentences' prices. */
const PRICE_QUERY = 'quotes.price of a sentence'

/** The sentences of a text, debounced. `isCurrent` is false while they are those of the text before the last edit. */
export function useSentences(
  field: FieldOf<'text'>,
  text: string,
  language: Values[string] | undefined,
): { sentences: string[]; isCurrent: boolean } {
  const debouncedText = useDebounced(text)
  const sentences = useMemo(
    () =>
      splitSentences(debouncedText, typeof language === 'string' ? language : undefined, {
        min: field.minLength,
        max: field.maxLength,
      }),
    [debouncedText, language, field.minLength, field.maxLength],
  )
  return { sentences, isCurrent: debouncedText === text }
}

/** The sentences of a text, each with its request and price. */
export function usePricedSentences(form: Form, field: FieldOf<'text'>): PricedSentences {
  const client = useQueryClient()
  const connection = useCurrentConnection()
  const connectionKey = `${connection?.id} ${connection?.address} ${connection?.key}`
  const values = draftStore((draft) => draft.values[form.operation]) ?? {}
  const picked = draftStore((draft) => draft.picked[form.operation])
  const text = values[field.name]
  const { sentences, isCurrent } = useSentences(field, typeof text === 'string' ? text : '', values['lang'])
  const drafts = sentences.map((sentence) => ({
    operation: form.operation,
    model: form.model.slug,
    values: valuesToSend(form, { ...values, [field.name]: sentence }, picked),
  }))
  // Identical sentences share one price request.
  const unique = [...new Map(drafts.map((draft) => [JSON.stringify(draft), draft])).entries()]
  const quotes = useQueries({
    queries: unique.map(([key, draft]) => ({
      queryKey: [PRICE_QUERY, connectionKey, draft],
      queryFn: () => call('quotes.price', { ...draft, draftId: `sentence ${key}`, kind: 'choice' as const }),
      staleTime: 60_000,
      gcTime: 300_000,
      refetchInterval: ({ state }: { state: { data?: QuoteResult | undefined } }) => refetchDelay(state.data),
    })),
  })
  const occurrences = new Map<string, number>()
  const quotesByDraft = new Map(unique.map(([key], index) => [key, quotes[index]?.data]))
  return {
    sentences: drafts.map((draft, index) => {
      const text = sentences[index] ?? ''
      const occurrence = occurrences.get(text) ?? 0
      occurrences.set(text, occurrence + 1)
      return { text, occurrence, draft, quote: quotesByDraft.get(JSON.stringify(draft)) }
    }),
    isCurrent,
    refetchPrice: () => void client.invalidateQueries({ queryKey: [PRICE_QUERY] }),
  }
}

const SUPERSEDED_RETRY_MS = 500
/** Minimum pause between two requests, however soon the service allows another. */
const MIN_INTERVAL_MS = 5_000

/** Pause before a request that failed is repeated, unless the service states when. */
const FAILED_RETRY_MS = 30_000

/**
 * Milliseconds until a price is requested again: when a temporary problem may have ended, or shortly if a request from another window
 * superseded this one. False if it is not requested again.
 */
function refetchDelay(response: QuoteResult | undefined): number | false {
  if (response?.state === 'superseded') return SUPERSEDED_RETRY_MS
  if (response?.state !== 'unavailable' || !isTemporary(response.problem)) return false
  const until = response.problem.retryAt
  return until === undefined ? FAILED_RETRY_MS : Math.max(MIN_INTERVAL_MS, until - Date.now())
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

/** What a click makes of a sentence. */
interface SentenceClick {
  /** Distinguishes the click from others for the same sentence. */
  kind: 'sentence' | 'sentence again'
  /** The collection at the click. */
  collection: string | null
  /** Creates a job even if an identical one exists. */
  allowsDuplicate: boolean
  /** Whether the price was requested again because the shown one was too old. */
  isNew?: true
}

interface SentenceRun {
  /** Creates a job for each sentence in order; after a failed run, only for those that have none. */
  run: (sentences: readonly Sentence[]) => Promise<void>
  /** Generates one sentence again. */
  runAgain: (sentence: Sentence) => Promise<void>
  isSending: boolean
  /** The sentences that the next run sends: all, or after a failed run those that have no job. */
  unsentOf: (sentences: readonly Sentence[]) => Sentence[]
}

/** The shown quote; null if the sentence has no price. */
const shownQuote = ({ quote }: Sentence): ShownQuote | null =>
  quote?.state === 'priced' ? toShownQuote(quote) : null

/** Identifies a list of sentences, independent of their prices. */
export const sentencesKey = (sentences: readonly Sentence[]): string =>
  JSON.stringify(sentences.map(({ draft }) => draft))

/** Identifies a sentence in its list, independent of its price. */
const keyOf = ({ draft, occurrence }: Sentence): string => JSON.stringify([occurrence, draft])

/**
 * Sends each sentence as its own job. Each has its own idempotency key, so that repeating a request whose response was lost
 * doesn't create a second job.
 */
export function useSentenceRun(form: Form, refetchPrice: () => void): SentenceRun {
  const client = useQueryClient()
  const connectionId = useCurrentConnection()?.id
  const isSending = splitStore((split) => split.isSending)
  const partialRun = splitStore((split) => split.partialRun)
  const { setPartialRun, setSending } = splitStore.getState()

  const enqueue = async (
    sentence: Sentence,
    { kind, collection, allowsDuplicate, isNew }: SentenceClick,
  ): Promise<Job> => {
    const { draft, occurrence } = sentence
    try {
      const job = await call('jobs.enqueue', {
        ...draft,
        idempotencyKey: idempotencyKeyOf(kind, connectionId, draft, occurrence),
        quote: shownQuote(sentence),
        collection,
        ...(allowsDuplicate && { another: true }),
      })
      addJob(client, job)
      splitStore.getState().setJob(form.operation, sentence, job.id)
      return job
    } catch (error) {
      const shown = shownQuote(sentence)
      if (!isPriceStale(problemOf(error)) || isNew || !shown) throw error
      const quote = await call('quotes.price', { ...draft, draftId: crypto.randomUUID(), kind: 'choice' })
      refetchPrice()
      if (quote.state !== 'priced' || quote.price > shown.price) throw error
      return enqueue({ ...sentence, quote }, { kind, collection, allowsDuplicate, isNew: true })
    }
  }
  const sentKeys = (sentences: readonly Sentence[]): ReadonlySet<string> =>
    partialRun?.sentencesKey === sentencesKey(sentences) ? partialRun.sentKeys : new Set()
  const runExclusively = async (work: () => Promise<void>) => {
    if (splitStore.getState().isSending) return
    setSending(true)
    await work().finally(() => setSending(false))
  }

  return {
    isSending,
    unsentOf: (sentences) => {
      const done = sentKeys(sentences)
      return sentences.filter((sentence) => !done.has(keyOf(sentence)))
    },
    run: (sentences) =>
      runExclusively(async () => {
        const done = new Set(sentKeys(sentences))
        const { collection } = draftStore.getState()
        enqueueErrorStore.getState().clear()
        let existingCount = 0
        const jobIds: string[] = []
        try {
          for (const sentence of sentences) {
            const key = keyOf(sentence)
            if (done.has(key)) continue
            // A repeated sentence is a separate job, as in the shown total.
            const allowsDuplicate = sentence.occurrence > 0
            const job = await enqueue(sentence, { kind: 'sentence', collection, allowsDuplicate })
            jobIds.push(job.id)
            if (job.already) existingCount++
            done.add(key)
          }
          setPartialRun(null)
          if (existingCount > 0)
            toasts.getState().show({ text: t('speech.split_already_made', { count: existingCount }) })
        } catch (error) {
          setPartialRun({ sentencesKey: sentencesKey(sentences), sentKeys: done })
          const createdJobsText = t('speech.split_sent', { sent: done.size, count: sentences.length })
          const errorInfo = { key: sentencesKey(sentences), problem: problemOf(error), at: Date.now() }
          enqueueErrorStore.getState().setError({ ...errorInfo, ...(done.size > 0 && { createdJobsText }) })
          void client.invalidateQueries({ queryKey: ['budgets.get'] })
        }
        if (jobIds.length > 0) draftStore.getState().onJobsCreated(jobIds, form)
      }),
    runAgain: (sentence) =>
      runExclusively(async () => {
        const { collection } = draftStore.getState()
        try {
          const job = await enqueue(sentence, { kind: 'sentence again', collection, allowsDuplicate: true })
          draftStore.getState().onJobsCreated([job.id], form)
        } catch (error) {
          showProblem(error)
        }
      }),
  }
}
