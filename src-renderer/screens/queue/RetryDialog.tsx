import { useEffect, useRef } from 'react'
import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import type { RetryOffer } from '../../../src-preload/contract/types/queue.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { idempotencyKeyOf } from '../../host/idempotencyKeys.ts'
import { isDefiniteFailure, problemOf } from '../../host/problemOf.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { pricedButtonProps } from '../../lib/pricedButton.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { toasts } from '../../lib/toasts.ts'
import { PriceRiseNote } from '../../widgets/prices/PriceRise.tsx'
import { usePricedClick } from '../../widgets/prices/usePricedClick.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import textStyles from '../../ui/layout/text.module.css'

interface Props {
  selection: RouteInput<'queue.offer_retry'>
  onClose: () => void
  /** Called once the jobs are queued, unless the dialog was closed before. */
  onDone: () => void
}

/** Retries the failed jobs of a selection or a batch that cost nothing, for the exact total on the button. */
export function RetryDialog({ selection, onClose, onDone }: Props) {
  const query = useApiQuery('queue.offer_retry', selection, { staleTime: 0, dropUnused: true })
  const { refetch } = query
  const offer = query.isFetching ? undefined : query.data
  const isBusy = useRef(false)
  const retry = useApiMutation('queue.retry', {
    toastOnError: false,
    onDone: ({ jobs, quoted }) => {
      toasts.getState().show({ text: t('queue.retried', { count: jobs, price: formatMoney(quoted) }) })
    },
  })
  const problem = retry.error ?? query.error
  const message = problem && problemMessage(problemOf(problem))
  const run = (offer: RetryOffer) => {
    isBusy.current = true
    const { ids, total } = offer
    retry.mutate(
      { ids, total, idempotencyKey: idempotencyKeyOf('retry', offer.ids) },
      {
        onSuccess: onDone,
        onError: (error) => {
          isBusy.current = false
          if (!retryIfStale(error, offer) && isDefiniteFailure(problemOf(error))) void refetch()
        },
      },
    )
  }
  const { click, retryIfStale, isChecking, rise } = usePricedClick<RetryOffer>({
    quoteOf: ({ total }) => ({ price: total, quotedAt: query.dataUpdatedAt }),
    refetch: async () => (await refetch()).data,
    run,
  })
  const button = useRef<HTMLButtonElement>(null)
  const isReady = offer !== undefined && offer.ids.length > 0
  useEffect(() => {
    if (isReady) button.current?.focus()
  }, [isReady])
  return (
    <Dialog
      size="small"
      title={t('queue.retry_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            ref={button}
            variant="primary"
            disabled={!isReady || retry.isPending || isChecking}
            onClick={() => offer && !isBusy.current && click(offer)}
            {...(isReady
              ? pricedButtonProps(offer.total, (price) =>
                  t('queue.retry_jobs', { count: offer.ids.length, price }),
                )
              : { children: t('queue.retry') })}
          />
        </>
      }
    >
      {query.isFetching && <Spinner label={t('queue.retry_pricing')} />}
      {offer && (
        <p>
          {t(offer.ids.length === 0 ? 'queue.retry_none' : 'queue.retry_text', { count: offer.ids.length })}
        </p>
      )}
      {rise && <PriceRiseNote {...rise} />}
      {offer && <LeftOutList leftOut={offer.leftOut} />}
      {message && !rise && !isChecking && (
        <p role="alert">
          {message.summary} {message.money} {message.nextStep}
        </p>
      )}
    </Dialog>
  )
}

const REASONS = ['uncertain', 'unconfirmed', 'charged', 'permanent', 'unpriced'] as const

/** How many jobs are left out, and why. */
function LeftOutList({ leftOut }: Pick<RetryOffer, 'leftOut'>) {
  const reasons = REASONS.filter((reason) => leftOut[reason] > 0)
  if (reasons.length === 0) return null
  return (
    <>
      <p>{t('queue.left_out')}</p>
      <ul className={textStyles.label} aria-label={t('queue.left_out')}>
        {reasons.map((reason) => (
          <li key={reason}>{t(`queue.left_out_${reason}`, { count: leftOut[reason] })}</li>
        ))}
      </ul>
    </>
  )
}
