import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import type { BatchPreview } from '../../../../src-preload/contract/types/batch.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { isOpen } from '../../../../src-preload/shared/jobStates.ts'
import { onJobsChanged } from '../../../host/events.ts'
import { isDefiniteFailure, problemOf } from '../../../host/problemOf.ts'
import { routeKey } from '../../../host/queryClient.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { isPriceStale, pricedButtonProps } from '../../../lib/pricedButton.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { navigate } from '../../../router/navigate.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import noteStyles from '../../../ui/layout/note.module.css'
import { requestPrices } from '../../../widgets/jobs/requestPrices.ts'
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
  const client = useQueryClient()
  const reload = () => void client.invalidateQueries({ queryKey: routeKey('meaning.offer') })
  const offer = useApiQuery('meaning.offer', request, { staleTime: 0, dropUnused: true })
  const { data } = offer
  const pricing = usePrices(data?.preview ?? null)
  // Texts of a job that failed are offered again.
  useEffect(
    () =>
      onJobsChanged((jobs) => jobs.some((job) => job.operation === task && !isOpen(job.state)) && reload()),
    [task],
  )
  const [renewedFor, setRenewedFor] = useState(total)
  useEffect(() => {
    if (renewedFor === total) return
    setRenewedFor(total)
    reload()
  }, [renewedFor, total])
  if (offer.error) return <ProblemNote problem={problemOf(offer.error)} />
  if (!data) return null
  const { missing, known, coming, hasMore } = data
  if (missing === 0 && coming === 0) return null
  return (
    <section aria-label={t('meaning.bar')} className={classes(noteStyles.note, styles.offer)}>
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
        {coming > 0 && (
          <p role="status">
            {t('meaning.coming', { count: coming })}{' '}
            <Button size="small" variant="quiet" onClick={() => navigate('queue')}>
              {t('meaning.show_queue')}
            </Button>
          </p>
        )}
      </div>
      {pricing.preview && (
        <EmbedButton missing={missing} pricing={pricing} preview={pricing.preview} onStale={reload} />
      )}
    </section>
  )
}

interface ButtonProps {
  missing: number
  preview: BatchPreview
  pricing: Pricing
  /** Called if the offer or its price is out of date. */
  onStale: () => void
}

function EmbedButton({ missing, preview, pricing, onStale }: ButtonProps) {
  const client = useQueryClient()
  const isBusyRef = useRef(false)
  /** The last click without a response, with the offer that it may have enqueued. */
  const lastClick = useRef<{ preview: string; idempotencyKey: string }>(null)
  const enqueue = useApiMutation('meaning.enqueue', {
    toastOnError: false,
    onDone: () => void client.invalidateQueries({ queryKey: routeKey('meaning.offer') }),
  })
  const isReady = preview.unpriced === 0 && preview.invalidRows === 0 && !pricing.isRequesting
  const run = () => {
    if (!isReady || isBusyRef.current) return
    isBusyRef.current = true
    // After a lost response, the same offer is sent with the same idempotency key, so that it isn't paid for twice.
    if (lastClick.current?.preview !== preview.id)
      lastClick.current = { preview: preview.id, idempotencyKey: crypto.randomUUID() }
    enqueue.mutate(
      {
        ...lastClick.current,
        name: t('meaning.batch', { count: missing }),
        total: preview.total,
      },
      {
        onSettled: () => (isBusyRef.current = false),
        onError: (error) => {
          const problem = problemOf(error)
          if (isDefiniteFailure(problem)) lastClick.current = null
          if (isPriceStale(problem)) onStale()
        },
      },
    )
  }
  const problem =
    pricing.problem ??
    (enqueue.error ? problemOf(enqueue.error) : preview.rows.find((row) => row.problem !== null)?.problem)
  return (
    <>
      {preview.pricesToRequest > 0 && !pricing.isRequesting && (
        <Button onClick={pricing.request}>
          {t('batch.check_prices', { count: preview.pricesToRequest })}
        </Button>
      )}
      {pricing.isRequesting && <Spinner label={t('batch.pricing')} />}
      {preview.waitsUntil !== null && <span>{t('batch.price_waits')}</span>}
      <Button
        variant="primary"
        disabled={!isReady || enqueue.isPending}
        onClick={run}
        {...(isReady
          ? pricedButtonProps(preview.total, (price) => t('meaning.embed', { count: missing, price }))
          : { children: t('meaning.embed_unpriced') })}
      />
      {problem && <ProblemNote problem={problem} />}
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

interface Pricing {
  /** With the prices known so far. */
  preview: BatchPreview | null
  isRequesting: boolean
  problem: Problem | undefined
  /** Requests the missing prices again. */
  request: () => void
}

/** The prices of an offer, requested when it appears: a dozen at most. */
function usePrices(preview: BatchPreview | null): Pricing {
  const [state, setState] = useState<{ preview: BatchPreview; isRequesting: boolean; problem?: Problem }>()
  const latest = useRef<string>(undefined)
  const id = preview?.id
  const isKnown = state !== undefined && state.preview.id === id
  const current = isKnown ? state.preview : preview
  const request = async () => {
    if (!current) return
    let priced = current
    latest.current = current.id
    const isCurrent = () => latest.current === current.id
    setState({ preview: current, isRequesting: true })
    try {
      const onPrices = (next: BatchPreview) => setState({ preview: (priced = next), isRequesting: true })
      await requestPrices(current, { isCurrent, onPrices })
      if (isCurrent()) setState({ preview: priced, isRequesting: false })
    } catch (error) {
      if (isCurrent()) setState({ preview: priced, isRequesting: false, problem: problemOf(error) })
    }
  }
  useEffect(() => {
    void request()
    return () => (latest.current = undefined)
  }, [id])
  return {
    preview: current,
    isRequesting: isKnown && state.isRequesting,
    problem: isKnown ? state.problem : undefined,
    request: () => void request(),
  }
}
