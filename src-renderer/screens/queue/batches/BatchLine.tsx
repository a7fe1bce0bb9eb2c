import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { PriceRiseNote } from '../../../widgets/prices/PriceRise.tsx'
import { usePricedClick } from '../../../widgets/prices/usePricedClick.ts'
import { isLimitProblem } from '../../../widgets/jobs/waitReason.ts'
import { memo, useState } from 'react'
import { ChevronRight, Grid3x3, Pause, Play } from 'lucide-react'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { DurationRange } from '../../../../src-preload/contract/types/progress.ts'
import { navigate } from '../../../router/navigate.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { t } from '../../../i18n/t.ts'
import { formatDurationRange } from '../../../lib/format/time.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { formatExactMoney, formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { BatchMenu, CapDialog } from './BatchMenu.tsx'
import { problemOf, showProblem } from '../../../host/problemOf.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { pricedButtonProps } from '../../../lib/pricedButton.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import styles from './BatchLine.module.css'

interface Props {
  batch: Batch
  /** Expected time left. */
  timeLeft: DurationRange | undefined
  /** Whether the jobs of the batch are listed below. */
  isOpen: boolean
  onToggle: (batch: Batch) => void
}

/** The header row of a batch: name, progress, price and pause. */
export const BatchLine = memo(function BatchLine({ batch, timeLeft, isOpen, onToggle }: Props) {
  const pause = useApiMutation('batches.pause')
  const resume = useApiMutation('batches.resume')
  const { id, name, state, unsent, running, jobs } = batch
  const ended = jobs - unsent - running
  const isPaused = state !== 'running' && unsent > 0
  const problem = batch.problem && problemMessage(batch.problem)
  const summary = (formatAmount: (nano: number) => string) =>
    state === 'waiting' && unsent > 0
      ? t('queue.batch_unsent', { count: unsent, price: formatAmount(batch.reserved) })
      : t('queue.batch_done', {
          saved: batch.saved,
          count: jobs,
          price: formatAmount(batch.quoted),
        })
  const text = problem ? `${problem.summary} ${problem.nextStep}` : outcomeText(batch)
  return (
    <div className={classes(styles.batch, isOpen && styles.open)} data-batch={id}>
      <button
        dir="auto"
        type="button"
        className={styles.name}
        aria-expanded={isOpen}
        onClick={() => onToggle(batch)}
      >
        <ChevronRight aria-hidden />
        <span className={rowStyles.text}>
          <strong dir="auto" className={rowStyles.title}>
            {name}
          </strong>
          <span dir="auto" className={classes(rowStyles.sub, problem && styles.problem)} title={text}>
            {text}
          </span>
        </span>
      </button>
      <span
        dir="auto"
        className={classes(textStyles.label, textStyles.truncate, styles.summary)}
        title={summary(formatExactMoney)}
      >
        {timeLeft && !isPaused && `${t('queue.about', { time: formatDurationRange(timeLeft) })} · `}
        {summary(formatMoney)}
      </span>
      {batch.axes.length > 0 && (
        <Button
          size="small"
          variant="quiet"
          aria-label={t('grid.open_of', { name })}
          icon={<Grid3x3 aria-hidden />}
          onClick={() => navigate(`queue/${encodeURIComponent(id)}/grid`)}
        >
          {t('grid.open')}
        </Button>
      )}
      {isLimitProblem(batch.problem) && (
        <Button size="small" onClick={() => navigate('settings/budgets')}>
          {t('queue.to_budgets')}
        </Button>
      )}
      {batch.problem?.code === 'batch_price_changed' && unsent > 0 && <AcceptPricesButton batch={batch} />}
      {isPaused && batch.problem?.code === 'batch_cap_reached' ? (
        <RaiseCapButton batch={batch} />
      ) : isPaused ? (
        <Button
          size="small"
          icon={<Play aria-hidden />}
          disabled={resume.isPending}
          onClick={() => resume.mutate({ id })}
        >
          {t('queue.resume')}
        </Button>
      ) : (
        unsent > 0 && (
          <Button
            size="small"
            variant="quiet"
            icon={<Pause aria-hidden />}
            disabled={pause.isPending}
            onClick={() => pause.mutate({ id })}
          >
            {t('queue.pause')}
          </Button>
        )
      )}
      <BatchMenu batch={batch} />
      {unsent + running > 0 && (
        <ProgressBar
          className={styles.bar}
          label={t('queue.batch_progress', { name })}
          value={jobs === 0 ? 0 : (ended / jobs) * 100}
        />
      )}
    </div>
  )
})

/** Opens the dialog of the batch's own limit, which resumes the batch once it is raised. */
function RaiseCapButton({ batch }: { batch: Batch }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('queue.raise_cap')}
      </Button>
      {isOpen && <CapDialog batch={batch} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Why a batch doesn't run, the number of its jobs by outcome, and its limit. */
function outcomeText(batch: Batch): string {
  const { state, unsent, saved, failed, uncertain, cancelled, cap } = batch
  return [
    state === 'paused' && unsent > 0 && t('queue.paused'),
    state === 'waiting' && unsent > 0 && t('queue.waits_for_resume'),
    t('queue.jobs', { count: batch.jobs }),
    saved > 0 && t('queue.saved', { count: saved }),
    failed > 0 && t('queue.failed', { count: failed }),
    uncertain > 0 && t('queue.uncertain', { count: uncertain }),
    cancelled > 0 && t('queue.cancelled', { count: cancelled }),
    cap !== null && t('queue.up_to', { cap: formatMoney(cap) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Opens the dialog in which the user accepts the higher prices of a batch, which waits until then. */
function AcceptPricesButton({ batch }: { batch: Batch }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('queue.accept_price')}
      </Button>
      {isOpen && <AcceptPricesDialog batch={batch} onClose={() => setOpen(false)} />}
    </>
  )
}

function AcceptPricesDialog({ batch: { id, reserved }, onClose }: { batch: Batch; onClose: () => void }) {
  const requote = useApiQuery('batches.requote', { id }, { staleTime: 0, dropUnused: true })
  const { refetch } = requote
  const accept = useApiMutation('batches.accept_price', { toastOnError: false })
  const quote = requote.isFetching ? undefined : requote.data
  const isPriced = quote !== undefined && quote.unpriced === 0
  const { click, retryIfStale, isChecking, rise } = usePricedClick<RouteOutput<'batches.requote'>>({
    quoteOf: ({ total, unpriced }) =>
      unpriced > 0 ? null : { price: total, quotedAt: requote.dataUpdatedAt },
    refetch: async () => (await refetch()).data,
    run: (offer) =>
      accept.mutate(
        { id, total: offer.total },
        {
          onSuccess: onClose,
          onError: (error) => {
            if (retryIfStale(error, offer)) return
            showProblem(error)
            void refetch()
          },
        },
      ),
  })
  return (
    <Dialog
      size="small"
      title={t('queue.accept_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={accept.isPending || isChecking || !isPriced}
            onClick={() => quote && click(quote)}
            {...(isPriced
              ? pricedButtonProps(quote.total, (price) =>
                  t('queue.accept_jobs', { count: quote.jobs, price }),
                )
              : {
                  children: requote.isFetching
                    ? t('queue.label_pricing', { label: t('queue.accept_confirm') })
                    : t('queue.accept_confirm'),
                })}
          />
        </>
      }
    >
      <p>{t('queue.accept_text_batch', { price: formatMoney(reserved) })}</p>
      {rise && <PriceRiseNote {...rise} />}
      {requote.error && <p role="alert">{problemMessage(problemOf(requote.error)).summary}</p>}
      {quote && quote.unpriced > 0 && (
        <p role="alert">{t('queue.accept_unpriced', { count: quote.unpriced })}</p>
      )}
    </Dialog>
  )
}
