import { useEffectEvent, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { ShownQuote } from '../../../../src-preload/contract/types/quote.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { call } from '../../../host/call.ts'
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
import type { PriceState } from './usePrice.ts'

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

/** Runs the form on a click: checks it, waits for its price, and enqueues one job. `connectionKey` identifies the current connection. */
export function useGenerate(
  form: Form,
  price: PriceState,
  refetchPrice: () => void,
  connectionKey: string,
): Generate {
  const client = useQueryClient()
  const idempotencyKeys = useRef<IdempotencyKeys>(null)
  const isBusyRef = useRef(false)
  /** A click that waits for the price being requested. */
  const pendingClick = useRef<{ price: number; another: boolean } | null>(null)
  const lastPrice = useRef<number | null>(null)
  const [sending, setSending] = useState(false)
  const [waitingClick, setWaitingClick] = useState<Generate['waitingClick']>(null)
  const [confirming, setConfirming] = useState<{ another: boolean } | null>(null)

  const send = async (quote: ShownQuote | null, another: boolean) => {
    if (isBusyRef.current) return
    isBusyRef.current = true
    setSending(true)
    idempotencyKeys.current ??= new IdempotencyKeys(() => crypto.randomUUID())
    const draft = {
      operation: form.operation,
      model: form.model.slug,
      values: draftToSend(form),
    }
    const { collection } = draftStore.getState()
    enqueueErrorStore.getState().clear()
    try {
      const { issues } = await call('forms.check', draft)
      // The result may change with an unchanged form, for example if a file was deleted, so the form shows the new issues.
      client.setQueryData<RouteOutput<'forms.check'>>(['forms.check', draft], { issues })
      if (issues.length > 0) return draftStore.getState().touch(...issues.map((issue) => issue.field))
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
      if (isPriceStale(problem)) refetchPrice()
      enqueueErrorStore.getState().setError({ key: formKey(connectionKey, draft), problem, at: Date.now() })
      void client.invalidateQueries({ queryKey: ['budgets.get'] })
    } finally {
      isBusyRef.current = false
      setSending(false)
    }
  }

  const generate = (another = false) => {
    pendingClick.current = null
    if (price.state === 'priced' && !price.isStale) void send(toShownQuote(price), another)
    else if (price.state === 'unavailable') setConfirming({ another })
    else if (price.state === 'none') draftStore.getState().touch(...form.fields.flatMap(entryNames))
    else {
      const lastShownPrice = lastPrice.current
      if (lastShownPrice !== null) pendingClick.current = { price: lastShownPrice, another }
      setWaitingClick({ price: lastShownPrice })
    }
  }

  // The price arrived or failed, so the click was handled or must be repeated.
  if (waitingClick !== null && !isLoading(price)) setWaitingClick(null)
  const onPrice = useEffectEvent((newPrice: PriceState) => {
    if (isLoading(newPrice)) return
    if (newPrice.state !== 'priced') {
      // A later price must not trigger this click.
      pendingClick.current = null
      return
    }
    const click = pendingClick.current
    pendingClick.current = null
    lastPrice.current = newPrice.price
    if (click === null) return
    if (click.price === newPrice.price) void send(toShownQuote(newPrice), click.another)
    else toasts.getState().show({ text: t('create.price_now', { price: formatMoney(newPrice.price) }) })
  })
  useEffect(() => onPrice(price), [price])

  return {
    generate,
    sending,
    waitingClick,
    confirming: confirming !== null,
    confirm: () => {
      setConfirming(null)
      void send(null, confirming?.another ?? false)
    },
    cancel: () => setConfirming(null),
  }
}

/** Whether the price is being requested. */
const isLoading = (price: PriceState): boolean =>
  price.state === 'pricing' ||
  price.state === 'outdated' ||
  (price.state === 'priced' && price.isStale === true)

/** The values of the current draft that a click sends. */
function draftToSend(form: Form): Values {
  const { values, picked } = draftStore.getState()
  return valuesToSend(form, values[form.operation] ?? {}, picked[form.operation])
}
