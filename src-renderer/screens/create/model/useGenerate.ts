import { useEffectEvent, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { ShownQuote } from '../../../../src-preload/contract/types/quote.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { call } from '../../../host/call.ts'
import { addJob } from '../../../host/addJob.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { wasHeard } from '../../../host/wasHeard.ts'
import { isPriceStale } from '../../../lib/isPriceStale.ts'
import { quoteOf } from '../../../lib/quoteOf.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { toasts } from '../../../lib/toasts.ts'
import { stageStore } from '../../../widgets/jobs/model/stageStore.ts'
import { alreadyKey, alreadyStore } from '../already/alreadyStore.ts'
import { refusalStore } from '../refusal/refusalStore.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { draftToSend } from './draftToSend.ts'
import { entriesOf } from '../../../widgets/forms/formValues.ts'
import { IdempotencyKeys } from './IdempotencyKeys.ts'
import type { PriceState } from './PriceWatch.ts'

interface Generate {
  /** Handles a click of the button or its shortcut; `another`: also if an identical job exists. */
  generate: (another?: boolean) => void
  sending: boolean
  /** The outcome of a click while the price was unknown: it runs at the price shown last, or must be repeated. */
  heard: { price: number | null } | null
  /** The price is unavailable and the user is asked whether to run all the same. */
  confirming: boolean
  confirm: () => void
  cancel: () => void
}

/** Runs the form on a click: checks it, waits for its price, and commits one intent; `asker`: id of the form that requests the price. */
export function useGenerate(form: Form, price: PriceState, askAgain: () => void, asker: string): Generate {
  const client = useQueryClient()
  const idempotencyKeys = useRef<IdempotencyKeys>(null)
  const busy = useRef(false)
  /** The click that waits for its price, if it came while the price was requested again. */
  const awaited = useRef<{ price: number; another: boolean } | null>(null)
  const lastShown = useRef<number | null>(null)
  const [sending, setSending] = useState(false)
  const [heard, setHeard] = useState<Generate['heard']>(null)
  const [confirming, setConfirming] = useState<{ another: boolean } | null>(null)

  const send = async (quote: ShownQuote | null, another: boolean) => {
    if (busy.current) return
    busy.current = true
    setSending(true)
    idempotencyKeys.current ??= new IdempotencyKeys(() => crypto.randomUUID())
    const draft = {
      operation: form.operation,
      model: form.model.slug,
      values: draftToSend(form),
    }
    const { collection } = draftStore.getState()
    refusalStore.getState().forget()
    try {
      const { issues } = await call('forms.check', draft)
      // Something may have changed behind an unchanged form, such as a file that vanished: the form shows what holds now.
      client.setQueryData<RouteOutput<'forms.check'>>(['forms.check', draft], { issues })
      if (issues.length > 0) return draftStore.getState().touch(...issues.map((issue) => issue.field))
      const job = await call(
        'jobs.enqueue',
        idempotencyKeys.current.intent({ ...draft, quote, collection, ...(another && { another }) }),
      )
      idempotencyKeys.current.answered()
      if (job.already) {
        alreadyStore.getState().find(alreadyKey(job.connection.id, draft), job.id)
        stageStore.getState().select(job.id)
        return
      }
      addJob(client, job)
      alreadyStore.getState().forget()
      draftStore.getState().pressed(job.id, form)
    } catch (error) {
      const problem = problemOf(error)
      if (wasHeard(problem)) idempotencyKeys.current.answered()
      if (isPriceStale(problem)) askAgain()
      refusalStore.getState().refuse({ key: alreadyKey(asker, draft), problem, at: Date.now() })
      void client.invalidateQueries({ queryKey: ['budgets.get'] })
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  const generate = (another = false) => {
    awaited.current = null
    if (price.state === 'priced' && !price.asking) void send(quoteOf(price), another)
    else if (price.state === 'unavailable') setConfirming({ another })
    else if (price.state === 'none') draftStore.getState().touch(...form.fields.flatMap(entriesOf))
    else {
      const shown = lastShown.current
      if (shown !== null) awaited.current = { price: shown, another }
      setHeard({ price: shown })
    }
  }

  // The price came or failed: the click was carried out, or must be repeated.
  if (heard !== null && !isAsked(price)) setHeard(null)
  const onPrice = useEffectEvent((now: PriceState) => {
    if (isAsked(now)) return
    if (now.state !== 'priced') {
      // A price that comes much later does not carry out this click.
      awaited.current = null
      return
    }
    const waited = awaited.current
    awaited.current = null
    lastShown.current = now.price
    if (waited === null) return
    if (waited.price === now.price) void send(quoteOf(now), waited.another)
    else toasts.getState().show({ words: t('create.price_now', { price: formatMoney(now.price) }) })
  })
  useEffect(() => onPrice(price), [price])

  return {
    generate,
    sending,
    heard,
    confirming: confirming !== null,
    confirm: () => {
      setConfirming(null)
      void send(null, confirming?.another ?? false)
    },
    cancel: () => setConfirming(null),
  }
}

/** The price on screen, if any, is being asked for. */
const isAsked = (price: PriceState): boolean =>
  price.state === 'pricing' ||
  price.state === 'outdated' ||
  (price.state === 'priced' && price.asking === true)
