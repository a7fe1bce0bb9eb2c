import { useEffect, useRef, useState } from 'react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { ShownQuote } from '../../../../src-preload/contract/types/quote.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { call } from '../../../host/call.ts'
import { idempotencyKeyOf } from '../../../host/idempotencyKeys.ts'
import { routeKey } from '../../../host/queryClient.ts'
import { addJob } from '../../../host/events.ts'
import { problemOf, showProblem } from '../../../host/problemOf.ts'
import { isPriceStale, toShownQuote } from '../../../lib/pricedButton.ts'
import { t } from '../../../i18n/t.ts'
import { CLICK_AGE_MS, isOlderThan } from '../../../../src-preload/shared/quoteAge.ts'
import { toasts } from '../../../lib/toasts.ts'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import { formKey, identicalJobStore, enqueueErrorStore } from './clicks.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { entryNames } from '../../../../src-preload/shared/values/entryNames.ts'
import { valuesToSend } from '../../../widgets/forms/formValues.ts'
import type { PricedDraft, PriceState } from '../model/usePrice.ts'

/** A click this soon after the shown price rose was meant for the earlier price, in milliseconds. */
const READING_MS = 700

interface Generate {
  /** Handles a click on the button or its shortcut. */
  generate: (options?: ClickOptions) => void
  isSending: boolean
  /** A click while the price was loading: it runs if the price stays the same, or must be repeated if `price` is null. */
  waitingClick: { price: number | null } | null
  /** Whether the user must confirm a run without a price. */
  isConfirming: boolean
  confirm: () => void
  cancel: () => void
  /** A click whose price rose before it was sent, until the user accepts the new price. Totals of all copies, in nano-dollars. */
  rise: { shown: number; price: number } | null
  acceptRise: () => void
  cancelRise: () => void
}

interface ClickOptions {
  /** Runs the form even if an identical job exists. */
  another?: true
  /** Runs the form at the front of the queue. */
  first?: true
}

/** What a click runs, as it was on the screen at the click. */
interface Click {
  draft: PricedDraft
  collection: string | null
  options: ClickOptions
  /** How many jobs it makes, each with its own seed. */
  copies: number
}

/**
 * Enqueues the form as one job or as several copies on a click, at the price that was shown or a lower one. A click on a price that is too
 * old waits for a new one; if that is higher, the user is asked. A click runs what was on the screen: later edits don't change it. `price` is that of one copy. `connectionKey` identifies the current connection with its address and key.
 */
export function useGenerate(
  form: Form,
  price: PriceState,
  refetchPrice: () => void,
  connectionId: string | undefined,
  connectionKey: string,
  copies: number,
): Generate {
  const client = useQueryClient()
  /** The `formKey` of each click in progress, to ignore a double click. */
  const openClicks = useRef(new Set<string>())
  const [sendingCount, setSendingCount] = useState(0)
  const [waiting, setWaiting] = useState<readonly number[]>([])
  const [mustRepeat, setMustRepeat] = useState(false)
  /** A click without a price, until the user confirms it. */
  const [unconfirmed, setUnconfirmed] = useState<Click | null>(null)
  const [rise, setRise] = useState<{ click: Click; shown: number; quote: ShownQuote } | null>(null)
  const shownRise = useShownRise(price)
  const [lastPriced, setLastPriced] = useState<{ formId: string; price: PriceState } | null>(null)

  const formId = JSON.stringify([connectionKey, form.operation, form.model.slug])
  // Right after the form changes, `price` is still the same object, with the price of the previous form.
  if (price.state === 'priced' && !price.isStale && price !== lastPriced?.price) {
    setLastPriced({ formId, price })
  }
  /** The price shown before the current request; null if that was for another task, model or connection. */
  const lastPrice =
    lastPriced?.formId === formId && lastPriced.price.state === 'priced' ? lastPriced.price.price : null
  if (mustRepeat && !isLoading(price)) setMustRepeat(false)
  if (unconfirmed && price.state !== 'unavailable') setUnconfirmed(null)

  /** Sends a click. Returns false, without showing a problem, if the studio found the shown price too old. */
  const enqueue = async (click: Click, quote: ShownQuote | null): Promise<boolean> => {
    const { draft, collection, options, copies } = click
    setSendingCount((count) => count + 1)
    const idempotencyKey = idempotencyKeyOf('form', connectionId, draft, copies, options.another)
    const request = { ...draft, idempotencyKey, quote, collection, ...options }
    enqueueErrorStore.getState().clear()
    try {
      const jobs =
        copies > 1
          ? (await call('jobs.enqueue_copies', { ...request, copies, total: quote && quote.price * copies }))
              .jobs
          : [await call('jobs.enqueue', request)]
      const [job] = jobs
      // Nothing was sent: `job` is an identical one that exists already.
      if (job?.already) {
        // A new key or address of the connection doesn't change which jobs are identical, so its id is enough here.
        identicalJobStore.getState().setMatch(formKey(job.connection.id, draft), job.id)
        selectedJobStore.getState().select(job.id)
        return true
      }
      for (const job of jobs) addJob(client, job)
      identicalJobStore.getState().clear()
      draftStore.getState().onJobsCreated(
        jobs.map(({ id }) => id),
        form,
      )
    } catch (error) {
      const problem = problemOf(error)
      if (isPriceStale(problem)) refetchPrice()
      if (isPriceStale(problem) && quote) return false
      void client.invalidateQueries({ queryKey: ['budgets.get'] })
      // The error is shown at the button only while the form shows what was clicked.
      if (!isOnScreen(form, draft)) showProblem(error)
      else if (problem.code === 'invalid_form' && (await showIssues(client, draft))) return true
      enqueueErrorStore.getState().setError({ key: formKey(connectionKey, draft), problem, at: Date.now() })
    } finally {
      setSendingCount((count) => count - 1)
    }
    return true
  }

  /** Requests the price of exactly what was clicked, and runs it if that is no higher than the shown price; otherwise asks. */
  const enqueueAtPrice = async (click: Click, shownPrice: number): Promise<void> => {
    const total = shownPrice * click.copies
    setWaiting((prices) => [...prices, total])
    // With an id of its own, so that later requests for the form don't supersede it; a `choice` isn't debounced.
    const request = { ...click.draft, draftId: crypto.randomUUID(), kind: 'choice' } as const
    const quote = await call('quotes.price', request)
      .catch(() => null)
      .finally(() => setWaiting((prices) => prices.toSpliced(prices.indexOf(total), 1)))
    if (quote?.state !== 'priced') {
      toasts.getState().show({ text: t('create.click_dropped') })
      return refetchPrice()
    }
    if (quote.price <= shownPrice && (await enqueue(click, toShownQuote(quote)))) return
    refetchPrice()
    setRise({ click, shown: shownPrice, quote: toShownQuote(quote) })
  }

  /** Runs a click, unless an earlier click on the same form is in progress. */
  const runOnce = (click: Click, run: () => Promise<void>) => {
    const key = formKey(connectionKey, click.draft)
    if (openClicks.current.has(key)) return
    openClicks.current.add(key)
    void run().finally(() => openClicks.current.delete(key))
  }

  const generate = (options: ClickOptions = {}) => {
    const { collection } = draftStore.getState()
    const click = { draft: currentDraft(form), collection, options, copies }
    if (price.state === 'priced' && !price.isStale) {
      const now = Date.now()
      const isTooOld = price.problem === undefined && isOlderThan(CLICK_AGE_MS, price.quotedAt, now)
      // The price rose under the pointer: the click meant the earlier one.
      const meant = shownRise.current
      if (meant && now - meant.at < READING_MS)
        setRise({ click, shown: meant.from, quote: toShownQuote(price) })
      else
        runOnce(click, async () => {
          if (isTooOld || !(await enqueue(click, toShownQuote(price))))
            await enqueueAtPrice(click, price.price)
        })
    } else if (price.state === 'unavailable') setUnconfirmed(click)
    else if (price.state === 'none') draftStore.getState().touch(...form.fields.flatMap(entryNames))
    else if (lastPrice === null) setMustRepeat(true)
    else runOnce(click, () => enqueueAtPrice(click, lastPrice))
  }

  const waitingPrice = waiting.at(-1)
  return {
    generate,
    isSending: sendingCount > 0,
    waitingClick: mustRepeat ? { price: null } : waitingPrice === undefined ? null : { price: waitingPrice },
    isConfirming: unconfirmed !== null,
    confirm: () => {
      setUnconfirmed(null)
      if (unconfirmed)
        runOnce(unconfirmed, async () => {
          await enqueue(unconfirmed, null)
        })
    },
    cancel: () => setUnconfirmed(null),
    rise: rise && { shown: rise.shown * rise.click.copies, price: rise.quote.price * rise.click.copies },
    acceptRise: () => {
      setRise(null)
      if (rise)
        runOnce(rise.click, async () => {
          if (!(await enqueue(rise.click, rise.quote))) await enqueueAtPrice(rise.click, rise.quote.price)
        })
    },
    cancelRise: () => setRise(null),
  }
}

/** The last rise of the shown price, with the price before it and its time; null if the last change was none. */
function useShownRise(price: PriceState) {
  const rise = useRef<{ from: number; at: number } | null>(null)
  const before = useRef<Extract<PriceState, { state: 'priced' }> | null>(null)
  useEffect(() => {
    if (price.state !== 'priced' || price.isStale) return
    const { current: last } = before
    before.current = price
    const hasRisen = last !== null && last.key === price.key && last.price < price.price
    rise.current = hasRisen ? { from: last.price, at: Date.now() } : null
  }, [price])
  return rise
}

/** Whether the form still shows a draft. */
const isOnScreen = (form: Form, draft: PricedDraft): boolean =>
  draftStore.getState().operation === form.operation &&
  JSON.stringify(currentDraft(form)) === JSON.stringify(draft)

/** Shows the issues of a draft. An unchanged form can become invalid, for example if a file was deleted. False if there are none. */
async function showIssues(client: QueryClient, draft: RouteInput<'forms.check'>): Promise<boolean> {
  const { issues } = await call('forms.check', draft).catch(() => ({ issues: [] }))
  if (issues.length === 0) return false
  client.setQueryData<RouteOutput<'forms.check'>>(routeKey('forms.check', draft), { issues })
  draftStore.getState().touch(...issues.map((issue) => issue.field))
  return true
}

/** Whether the price is being requested. */
const isLoading = (price: PriceState): boolean =>
  price.state === 'pricing' || (price.state === 'priced' && price.isStale === true)

/** The draft that a click sends. */
function currentDraft(form: Form): PricedDraft {
  const { values, picked } = draftStore.getState()
  return {
    operation: form.operation,
    model: form.model.slug,
    values: valuesToSend(form, values[form.operation] ?? {}, picked[form.operation]),
  }
}
