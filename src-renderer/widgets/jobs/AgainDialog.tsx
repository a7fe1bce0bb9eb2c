import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { QuoteAnswer, ShownQuote } from '../../../src-preload/contract/types/quote.ts'
import { problemOf } from '../../host/problemOf.ts'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { pricedButton } from '../../lib/buttonMoney.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { quoteOf } from '../../lib/quoteOf.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** The key of this click, and the quote that its button showed; null without one. */
export interface Again {
  idempotencyKey: string
  quote: ShownQuote | null
}

interface Props {
  /** The job to run again. */
  id: string
  title: string
  /** The label of the button; the price follows it. */
  verb: string
  /** It may pay twice for the same request. */
  isDanger?: boolean
  /** It requires a price. */
  needsPrice?: boolean
  busy: boolean
  children: ReactNode
  onClose: () => void
  onAgain: (again: Again) => void
}

/** Shows the current price before a job runs again. */
export function AgainDialog({
  id,
  title,
  verb,
  isDanger = false,
  needsPrice = false,
  busy,
  children,
  onClose,
  onAgain,
}: Props) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const asked = useRoute('jobs.price', { id }, { staleTime: 0, forget: true })
  const { refetch } = asked
  const wasBusy = useRef(false)
  useEffect(() => {
    // Still open after the click: it was refused, perhaps because the price changed.
    if (wasBusy.current && !busy) void refetch()
    wasBusy.current = busy
  }, [busy, refetch])
  const answer = asked.isFetching ? undefined : asked.data
  const why = answer ? whyNot(answer) : asked.error && problemMessage(problemOf(asked.error)).what
  const quote = answer?.state === 'priced' ? quoteOf(answer) : null
  const isKnown = (Boolean(why) && !needsPrice) || quote !== null
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            look={isDanger ? 'danger' : 'primary'}
            disabled={busy || !isKnown}
            onClick={() => onAgain({ idempotencyKey, quote })}
            {...(needsPrice && why ? { children: verb } : label(verb, answer, Boolean(why)))}
          />
        </>
      }
    >
      {children}
      {why && <p>{t(needsPrice ? 'queue.accept_no_price' : 'queue.again_no_price', { why })}</p>}
    </Dialog>
  )
}

function whyNot(answer: QuoteAnswer): string | null {
  if (answer.state === 'unavailable') return problemMessage(answer.problem).what
  return answer.state === 'invalid' ? t('queue.again_invalid') : null
}

function label(verb: string, answer: QuoteAnswer | undefined, isPriceless: boolean) {
  if (answer?.state === 'priced')
    return pricedButton(answer.price, (price) => t('queue.word_at', { word: verb, price }))
  return { children: t(isPriceless ? 'queue.word_priceless' : 'queue.word_pricing', { word: verb }) }
}
