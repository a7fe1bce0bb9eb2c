import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { BatchPreview } from '../../../../src-preload/contract/types/batch.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { isOpen } from '../../../../src-preload/shared/jobStates.ts'
import { call } from '../../../host/call.ts'
import { onJobsChanged } from '../../../host/events.ts'
import { idempotencyKeyOf } from '../../../host/idempotencyKeys.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { routeKey } from '../../../host/queryClient.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { pricedButtonProps } from '../../../lib/pricedButton.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { navigate } from '../../../router/navigate.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import noteStyles from '../../../ui/layout/note.module.css'
import { PriceRiseNote } from '../../../widgets/prices/PriceRise.tsx'
import { usePricedClick } from '../../../widgets/prices/usePricedClick.ts'
import { requestPrices } from '../../../widgets/prices/requestPrices.ts'
import styles from './MeaningView.module.css'

interface Props {
  request: RouteInput<'meaning.offer'>
  /** The id of the task that makes embeddings. */
  task: string
  /** Number of results with a text; the offer is renewed when it changes. */
  total: number
}

/** How many texts lack an embedding, and the button that embeds them for the exact price. */
export function EmbeddingOffer({ request, task, total }: Props) {
  /** The request for which the user included the texts that may have been paid for. */
  const [includedFor, setIncludedFor] = useState<string>()
  const requestKey = JSON.stringify(request)
  const includePaid = includedFor === requestKey
  const offer = useQuery({
    queryKey: [...routeKey('meaning.offer', request), includePaid],
    queryFn: () => requestOffer({ ...request, includePaid }),
    // Keeps the focus on the button that includes texts.
    placeholderData: (shown, query) =>
      JSON.stringify(query?.queryKey[1]) === requestKey ? shown : undefined,
    staleTime: 0,
    gcTime: 0,
  })
  const reload = useEffectEvent(() => void offer.refetch())
  // Texts of a job that failed are offered again.
  useEffect(
    () =>
      onJobsChanged((jobs) => jobs.some((job) => job.operation === task && !isOpen(job.state)) && reload()),
    [task],
  )
  const renewedFor = useRef(total)
  useEffect(() => {
    if (renewedFor.current === total) return
    renewedFor.current = total
    reload()
  }, [total])
  if (offer.error) return <ProblemNote problem={problemOf(offer.error)} />
  if (!offer.data)
    return (
      <div className={classes(noteStyles.note, styles.offer)}>
        <Spinner label={t('batch.pricing')} />
      </div>
    )
  const { missing, known, inProgress, maybePaid, hasMore, preview, problem } = offer.data
  if (missing === 0 && inProgress === 0 && maybePaid === 0) return null
  return (
    <section aria-label={t('meaning.offer')} className={classes(noteStyles.note, styles.offer)}>
      <div className={styles.facts}>
        {missing > 0 && (
          <p>
            {[
              t('meaning.missing', { count: missing }),
              known > 0 && t('meaning.known', { count: known }),
              hasMore && t('meaning.has_more'),
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
        )}
        {maybePaid > 0 && (
          <p className={styles.line}>
            {t('meaning.maybe_paid', { count: maybePaid })}
            <Button
              size="small"
              variant="quiet"
              onClick={() => setIncludedFor(includePaid ? undefined : requestKey)}
            >
              {t(includePaid ? 'meaning.exclude_paid' : 'meaning.include_paid', { count: maybePaid })}
            </Button>
          </p>
        )}
        {inProgress > 0 && (
          <p role="status" className={styles.line}>
            <Spinner />
            {t('meaning.in_progress', { count: inProgress })}
            <Button size="small" variant="quiet" onClick={() => navigate('queue')}>
              {t('meaning.show_queue')}
            </Button>
          </p>
        )}
      </div>
      {preview && (
        <EmbedButton
          missing={missing}
          preview={preview}
          problem={problem}
          isLoading={offer.isFetching}
          offeredAt={offer.dataUpdatedAt}
          onReload={async () => (await offer.refetch()).data?.preview}
          onDone={() => (includePaid ? setIncludedFor(undefined) : void offer.refetch())}
        />
      )}
    </section>
  )
}

type Offer = RouteOutput<'meaning.offer'> & {
  /** Why prices are missing. */
  problem: Problem | undefined
}

/** Requests an offer and its prices, of which there are a dozen at most. */
async function requestOffer(request: RouteInput<'meaning.offer'>): Promise<Offer> {
  const offer = await call('meaning.offer', request)
  let { preview } = offer
  let problem: Problem | undefined
  try {
    const onPrices = (priced: BatchPreview) => void (preview = priced)
    if (preview) await requestPrices(preview, { isCurrent: () => true, onPrices })
  } catch (error) {
    problem = problemOf(error)
  }
  return {
    ...offer,
    preview,
    problem: problem ?? preview?.rows.find((row) => row.problem)?.problem ?? undefined,
  }
}

interface ButtonProps {
  missing: number
  preview: BatchPreview
  /** Why prices are missing. */
  problem: Problem | undefined
  /** Whether another offer is being made, so that this one can't be enqueued any more. */
  isLoading: boolean
  /** Makes a new offer. */
  onReload: () => Promise<BatchPreview | null | undefined>
  /** When the offer was made (ms since the epoch). */
  offeredAt: number
  onDone: () => void
}

function EmbedButton({ missing, preview, problem, isLoading, offeredAt, onReload, onDone }: ButtonProps) {
  const isBusyRef = useRef(false)
  const enqueue = useApiMutation('meaning.enqueue', { toastOnError: false, onDone })
  const isPriced = preview.unpriced === 0 && preview.invalidRows === 0
  const isReady = isPriced && !isLoading && !enqueue.isPending
  const run = (preview: BatchPreview) => {
    isBusyRef.current = true
    const name = t('meaning.batch', { count: missing })
    enqueue.mutate(
      {
        preview: preview.id,
        idempotencyKey: idempotencyKeyOf('embeddings', preview.id),
        name,
        total: preview.total,
      },
      {
        onSettled: () => void (isBusyRef.current = false),
        onError: (error) => {
          retryIfStale(error, preview)
        },
      },
    )
  }
  const { click, retryIfStale, rise } = usePricedClick<BatchPreview>({
    quoteOf: ({ total, unpriced }) => (unpriced > 0 ? null : { price: total, quotedAt: offeredAt }),
    refetch: async () => (await onReload()) ?? undefined,
    run,
  })
  const shownProblem = enqueue.error ? problemOf(enqueue.error) : problem
  return (
    <>
      {preview.waitsUntil !== null && <span>{t('batch.price_waits')}</span>}
      {!isPriced && (
        <Button onClick={() => void onReload()} disabled={isLoading}>
          {t('batch.check_prices', { count: preview.unpriced })}
        </Button>
      )}
      <Button
        variant="primary"
        disabled={!isReady}
        onClick={() => isReady && !isBusyRef.current && click(preview)}
        {...(isPriced
          ? pricedButtonProps(preview.total, (price) => t('meaning.embed', { count: missing, price }))
          : { children: t('meaning.embed_unpriced') })}
      />
      {rise && <PriceRiseNote {...rise} />}
      {shownProblem && !rise && <ProblemNote problem={shownProblem} />}
    </>
  )
}

function ProblemNote({ problem }: { problem: Problem }) {
  const { summary, money, nextStep, serviceMessage } = problemMessage(problem)
  return (
    <p className={classes(noteStyles.note, noteStyles.bad, styles.problem)} role="alert">
      <CircleAlert aria-hidden />
      <span>{[summary, money, nextStep, serviceMessage].filter(Boolean).join(' ')}</span>
    </p>
  )
}
