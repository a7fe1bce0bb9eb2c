import { useEffectEvent, useEffect, useRef, useState } from 'react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { ShownQuote } from '../../../../src-preload/contract/types/quote.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { call } from '../../../host/call.ts'
import { routeKey } from '../../../host/queryClient.ts'
import { addJob } from '../../../host/receiveJobs.ts'
import { problemOf, isDefiniteFailure } from '../../../host/problemOf.ts'
import { isPriceStale, toShownQuote } from '../../../lib/pricedButton.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { toasts } from '../../../lib/toasts.ts'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import { formKey, identicalJobStore, enqueueErrorStore } from './clickOutcome.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { entryNames, valuesToSend } from '../../../widgets/forms/formValues.ts'
import { IdempotencyKeys } from '../model/IdempotencyKeys.ts'
import type { PricedDraft, PriceState } from './usePrice.ts'

interface PendingClick {
  /** The price shown at the click. */
  price: number
  draft: PricedDraft
  another: boolean
}

interface Generate {
  /** Handles a click of the button or its shortcut; `another`: also if an identical job exists. */
  generate: (another?: boolean) => void
  sending: boolean
  /** A click while the price was loading: it runs if the price stays the same, or must be repeated if `price` is null. */
  waitingClick: { price: number | null } | null
  /** Whether the user must confirm a run without a price. */
  confirming: boolean
  confirm: () => void
  cancel: () => void
}

/** Runs the form on a click: waits for its price and enqueues one job, or shows what is invalid. `connectionKey` identifies the current connection. */
export function useGenerate(
  form: Form,
  price: PriceState,
  refetchPrice: () => void,
  connectionKey: string,
): Generate {
  const client = useQueryClient()
  const idempotencyKeys = useRef<IdempotencyKeys>(null)
  const isBusyRef = useRef(false)
  const lastSend = useRef(Promise.resolve())
  /** Clicks that wait for the price being requested, by the form at the click: later edits don't change what was clicked. */
  const pendingClicks = useRef(new Map<string, PendingClick>())
  const lastPrice = useRef<number | null>(null)
  const [sending, setSending] = useState(false)
  const [waitingClick, setWaitingClick] = useState<Generate['waitingClick']>(null)
  const [confirming, setConfirming] = useState<{ another: boolean } | null>(null)

  const send = async (quote: ShownQuote | null, draft: PricedDraft, another: boolean) => {
    isBusyRef.current = true
    setSending(true)
    idempotencyKeys.current ??= new IdempotencyKeys(() => crypto.randomUUID())
    const { collection } = draftStore.getState()
    enqueueErrorStore.getState().clear()
    try {
      const job = await call(
        'jobs.enqueue',
        idempotencyKeys.current.assign({ ...draft, quote, collection, ...(another && { another }) }),
      )
      idempotencyKeys.current.onResponse()
      if (job.already) {
        identicalJobStore.getState().setMatch(formKey(job.connection.id, draft), job.id)
        selectedJobStore.getState().select(job.id)
        return
      }
      addJob(client, job)
      identicalJobStore.getState().clear()
      draftStore.getState().onJobCreated(job.id, form)
    } catch (error) {
      const problem = problemOf(error)
      if (isDefiniteFailure(problem)) idempotencyKeys.current.onResponse()
      if (problem.code === 'invalid_form' && (await showIssues(client, draft))) return
      if (isPriceStale(problem)) refetchPrice()
      enqueueErrorStore.getState().setError({ key: formKey(connectionKey, draft), problem, at: Date.now() })
      void client.invalidateQueries({ queryKey: ['budgets.get'] })
    } finally {
      isBusyRef.current = false
      setSending(false)
    }
  }

  /** Sends one click after another, because each needs its own idempotency key until its response. */
  const sendNext = (quote: ShownQuote | null, draft: PricedDraft, another: boolean) => {
    isBusyRef.current = true
    lastSend.current = lastSend.current.then(() => send(quote, draft, another))
  }

  const generate = (another = false) => {
    const draft = currentDraft(form)
    if (price.state === 'priced' && !price.isStale) {
      // A double click counts as one.
      if (!isBusyRef.current) sendNext(toShownQuote(price), draft, another)
    } else if (price.state === 'unavailable') setConfirming({ another })
    else if (price.state === 'none') draftStore.getState().touch(...form.fields.flatMap(entryNames))
    else {
      const lastShownPrice = lastPrice.current
      if (lastShownPrice !== null)
        pendingClicks.current.set(formKey(connectionKey, draft), { price: lastShownPrice, draft, another })
      setWaitingClick({ price: lastShownPrice })
    }
  }

  // The price arrived or failed, so the click was handled or must be repeated.
  if (waitingClick !== null && !isLoading(price)) setWaitingClick(null)
  const onPrice = useEffectEvent((newPrice: PriceState) => {
    if (isLoading(newPrice)) return
    const clicks = [...pendingClicks.current.values()]
    // A later price must not trigger these clicks.
    pendingClicks.current.clear()
    if (newPrice.state !== 'priced') return
    lastPrice.current = newPrice.price
    const accepted = clicks.filter((click) => click.price === newPrice.price)
    if (accepted.length < clicks.length)
      toasts.getState().show({ text: t('create.price_now', { price: formatMoney(newPrice.price) }) })
    for (const { draft, another } of accepted) sendNext(toShownQuote(newPrice), draft, another)
  })
  useEffect(() => onPrice(price), [price])

  return {
    generate,
    sending,
    waitingClick,
    confirming: confirming !== null,
    confirm: () => {
      setConfirming(null)
      sendNext(null, currentDraft(form), confirming?.another ?? false)
    },
    cancel: () => setConfirming(null),
  }
}

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
  price.state === 'pricing' ||
  price.state === 'outdated' ||
  (price.state === 'priced' && price.isStale === true)

/** What a click sends now. */
function currentDraft(form: Form): PricedDraft {
  const { values, picked } = draftStore.getState()
  return {
    operation: form.operation,
    model: form.model.slug,
    values: valuesToSend(form, values[form.operation] ?? {}, picked[form.operation]),
  }
}
