import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { QuoteResult, ShownQuote } from '../../../src-preload/contract/types/quote.ts'
import { idempotencyKeyOf } from '../../host/idempotencyKeys.ts'
import { problemOf } from '../../host/problemOf.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { pricedButtonProps, toShownQuote } from '../../lib/pricedButton.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { PriceRiseNote } from './PriceRise.tsx'
import { usePricedClick } from './usePricedClick.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'

/** The click's idempotency key and the quote shown on the button. `quote` is null if the button showed none. */
export interface PriceConfirmation {
  idempotencyKey: string
  quote: ShownQuote | null
}

interface Props {
  /** The job to run again. */
  id: string
  title: string
  /** Label of the confirm button; the price follows it. */
  actionLabel: string
  /** Whether confirming may charge for the same request twice. */
  isDanger?: boolean
  /** Whether the button stays disabled without a price. */
  requiresPrice?: boolean
  /** Whether the confirmed call is running. */
  isBusy: boolean
  children: ReactNode
  onClose: () => void
  onConfirm: (confirmation: PriceConfirmation) => void
}

/** Asks for confirmation before a job runs again, with its current price on the button. */
export function PriceConfirmDialog({
  id,
  title,
  actionLabel,
  isDanger = false,
  requiresPrice = false,
  isBusy,
  children,
  onClose,
  onConfirm,
}: Props) {
  const priceQuery = useApiQuery('jobs.price', { id }, { staleTime: 0, dropUnused: true })
  const { refetch } = priceQuery
  const wasBusy = useRef(false)
  useEffect(() => {
    // Still open after the click: the call failed, perhaps because the price changed.
    if (wasBusy.current && !isBusy) void refetch()
    wasBusy.current = isBusy
  }, [isBusy, refetch])
  const quoteState = priceQuery.isFetching ? undefined : priceQuery.data
  const reason = quoteState
    ? noPriceReason(quoteState)
    : priceQuery.error && problemMessage(problemOf(priceQuery.error)).summary
  const quote = quoteState?.state === 'priced' ? toShownQuote(quoteState) : null
  const { click, isChecking, rise } = usePricedClick<ShownQuote | null>({
    quoteOf: (offer) => offer,
    refetch: async () => {
      const { data } = await refetch()
      return data?.state === 'priced' ? toShownQuote(data) : undefined
    },
    run: (offer) => onConfirm({ idempotencyKey: idempotencyKeyOf('repeat', id), quote: offer }),
  })
  const canConfirm = (Boolean(reason) && !requiresPrice) || quote !== null
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            disabled={isBusy || isChecking || !canConfirm}
            onClick={() => click(quote)}
            {...(requiresPrice && reason
              ? { children: actionLabel }
              : buttonLabel(actionLabel, quoteState, Boolean(reason)))}
          />
        </>
      }
    >
      {children}
      {rise && <PriceRiseNote {...rise} />}
      {reason && <p>{t(requiresPrice ? 'queue.accept_no_price' : 'queue.price_unknown', { why: reason })}</p>}
    </Dialog>
  )
}

function noPriceReason(quoteState: QuoteResult): string | null {
  if (quoteState.state === 'unavailable') return problemMessage(quoteState.problem).summary
  return quoteState.state === 'invalid' ? t('queue.parameters_invalid') : null
}

function buttonLabel(actionLabel: string, quoteState: QuoteResult | undefined, hasNoPrice: boolean) {
  if (quoteState?.state === 'priced')
    return pricedButtonProps(quoteState.price, (price) =>
      t('queue.label_at_price', { label: actionLabel, price }),
    )
  return { children: t(hasNoPrice ? 'queue.label_unpriced' : 'queue.label_pricing', { label: actionLabel }) }
}

interface RepeatButtonProps {
  id: string
  variant?: 'plain' | 'primary'
  size?: 'small'
}

/** Runs the request of an ended job again, at its current price. */
export function RepeatButton({ id, ...buttonProps }: RepeatButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const repeat = useApiMutation('jobs.repeat', { onDone: close })
  return (
    <>
      <Button {...buttonProps} onClick={() => setOpen(true)}>
        {t('queue.repeat')}
      </Button>
      {isOpen && (
        <PriceConfirmDialog
          id={id}
          title={t('queue.repeat_title')}
          actionLabel={t('queue.repeat')}
          isBusy={repeat.isPending}
          onClose={close}
          onConfirm={(confirmation) => repeat.mutate({ id, ...confirmation })}
        >
          <p>{t('queue.repeat_text')}</p>
        </PriceConfirmDialog>
      )}
    </>
  )
}
