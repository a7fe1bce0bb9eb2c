import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import type { ShownQuote } from '../../../../src-preload/contract/types/quote.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { addJob } from '../../../host/addJob.ts'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { wasHeard } from '../../../host/wasHeard.ts'
import { isPriceStale } from '../../../lib/isPriceStale.ts'
import { quoteOf } from '../../../lib/quoteOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { refusalStore } from '../refusal/refusalStore.ts'
import { IdempotencyKeys } from '../model/IdempotencyKeys.ts'
import { splitStore } from './splitStore.ts'
import type { Sentence } from './useSplit.ts'

interface SplitRun {
  /** One job for each sentence, in their order. After a break-off only what was not sent yet. */
  run: (sentences: readonly Sentence[]) => Promise<void>
  /** One sentence once more. */
  again: (sentence: Sentence) => Promise<void>
  sending: boolean
  /** How many of these the next click sends. */
  left: (sentences: readonly Sentence[]) => Sentence[]
}

/** A sentence without a price runs as one without a quote: the user was asked. */
const shownIn = ({ price }: Sentence): ShownQuote | null =>
  price?.state === 'priced' ? quoteOf(price) : null

/** Where the sentences stand as a whole. */
export const wholeOf = (sentences: readonly Sentence[]): string =>
  JSON.stringify(sentences.map(({ draft }) => draft))

/** What is the same from one question for its price to the next. */
const keyOf = ({ draft }: Sentence, at: number): string => JSON.stringify([at, draft])

const isSame = (one: Sentence['draft'], other: Sentence['draft']): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Sends each sentence as its own job with its own idempotency key, so that a lost response never makes two jobs of one. */
export function useSplitRun(form: Form, askAgain: () => void): SplitRun {
  const client = useQueryClient()
  const idempotencyKeys = useRef(new Map<string, IdempotencyKeys>())
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState<{ whole: string; keys: ReadonlySet<string> } | null>(null)

  const enqueue = async (sentence: Sentence, key: string, another: boolean): Promise<Job> => {
    const keys = idempotencyKeys.current.get(key) ?? new IdempotencyKeys(() => crypto.randomUUID())
    idempotencyKeys.current.set(key, keys)
    const { collection } = draftStore.getState()
    try {
      const job = await call(
        'jobs.enqueue',
        keys.intent({
          ...sentence.draft,
          quote: shownIn(sentence),
          collection,
          ...(another && { another }),
        }),
      )
      keys.answered()
      addJob(client, job)
      draftStore.getState().pressed(job.id, form)
      splitStore.getState().became(form.operation, sentence.text, job.id)
      return job
    } catch (error) {
      const problem = problemOf(error)
      if (wasHeard(problem)) keys.answered()
      if (isPriceStale(problem)) askAgain()
      throw error
    }
  }
  const sentOf = (sentences: readonly Sentence[]): ReadonlySet<string> =>
    sent?.whole === wholeOf(sentences) ? sent.keys : new Set()
  const alone = async (work: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    await work().finally(() => {
      busy.current = false
      setSending(false)
    })
  }

  return {
    sending,
    left: (sentences) => {
      const done = sentOf(sentences)
      return sentences.filter((sentence, at) => !done.has(keyOf(sentence, at)))
    },
    run: (sentences) =>
      alone(async () => {
        const done = new Set(sentOf(sentences))
        refusalStore.getState().forget()
        let there = 0
        try {
          for (const [at, sentence] of sentences.entries()) {
            const key = keyOf(sentence, at)
            if (done.has(key)) continue
            // The same sentence twice is two jobs, as the price on the button said.
            const twice = sentences.slice(0, at).some(({ draft }) => isSame(draft, sentence.draft))
            if ((await enqueue(sentence, key, twice)).already) there++
            done.add(key)
          }
          setSent(null)
          if (there > 0) toasts.getState().show({ words: t('speech.split_there', { count: there }) })
        } catch (error) {
          setSent({ whole: wholeOf(sentences), keys: done })
          const rest = t('speech.split_sent', { sent: done.size, count: sentences.length })
          const refused = { key: wholeOf(sentences), problem: problemOf(error), at: Date.now() }
          refusalStore.getState().refuse({ ...refused, ...(done.size > 0 && { rest }) })
          void client.invalidateQueries({ queryKey: ['budgets.get'] })
        }
      }),
    again: (sentence) =>
      alone(async () => {
        try {
          await enqueue(sentence, keyOf(sentence, -1), true)
        } catch (error) {
          toasts.getState().show({ tone: 'bad', words: wordsOf(error) })
        }
      }),
  }
}

function wordsOf(error: unknown): string {
  const { what, money, next } = problemMessage(problemOf(error))
  return [what, money, next].filter(Boolean).join(' ')
}
