import { useEffect, useRef } from 'react'
import { Check, CircleHelp, Clock, CircleAlert } from 'lucide-react'
import { navigate } from '../../../router/navigate.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { pricedButtonProps } from '../../../lib/pricedButton.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import type { PriceState } from '../model/usePrice.ts'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import noteStyles from '../../../ui/layout/note.module.css'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import '../../../i18n/lazyTexts.ts'
import { formatDateTime } from '../../../lib/format/time.ts'
import { shownResult } from '../../../widgets/jobs/jobState.ts'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { isDefiniteFailure } from '../../../host/problemOf.ts'
import { problemMessage, type ProblemMessage } from '../../../lib/problemMessage.ts'
import { type EnqueueError, enqueueErrorStore } from './clicks.ts'
import type { Budget } from '../../../../src-preload/contract/types/money.ts'
import { concernsScope } from '../../../../src-preload/shared/budgetScope.ts'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import styles from './CreateActions.module.css'

interface Props {
  jobId: string
  price: PriceState
  isSending: boolean
  onRunAnother: () => void
}

/** Note about an identical job that exists: a link to it, and a button to run another. */
export function IdenticalJobNote({ jobId, price, isSending, onRunAnother }: Props) {
  const { data: job } = useApiQuery('jobs.get', { id: jobId })
  const note = job ? identicalJobText(job) : null
  const liveRegion = useRef<HTMLOutputElement>(null)
  const text = note ? `${note.title}. ${note.text}` : ''
  // A live region is announced only if it changes after it was rendered.
  useEffect(() => {
    if (liveRegion.current) liveRegion.current.textContent = text
  }, [text])
  if (!note) return null
  const Icon = note.tone === 'warn' ? CircleHelp : job?.state === 'saved' ? Check : Clock
  const label = t('already.another')
  return (
    <section
      className={classes(
        noteStyles.note,
        noteStyles.small,
        note.tone === 'warn' ? noteStyles.warn : noteStyles.accent,
        styles.identicalJob,
      )}
      aria-label={note.title}
    >
      <Icon aria-hidden />
      <div>
        <strong>{note.title}</strong>
        <p>{note.text}</p>
        <VisuallyHidden>
          <output ref={liveRegion} />
        </VisuallyHidden>
      </div>
      <div className={classes(toolbarStyles.actions, styles.identicalJobActions)}>
        <Button size="small" onClick={() => navigate(note.link.path)}>
          {note.link.label}
        </Button>
        <Button
          size="small"
          disabled={isSending}
          onClick={onRunAnother}
          {...(price.state === 'priced'
            ? pricedButtonProps(price.price, (cost) => t('create.label_at_price', { label, price: cost }))
            : { children: label })}
        />
      </div>
    </section>
  )
}

interface NoteText {
  tone: 'plain' | 'warn'
  title: string
  text: string
  /** Link to the job. */
  link: { label: string; path: string }
}

const IN_PROGRESS: ReadonlySet<JobState> = new Set(['queued', 'sending', 'running', 'saving', 'unsaved'])

/** The note about an identical job; null if it can be ignored, because it has no result and won't get one. */
function identicalJobText(job: Job): NoteText | null {
  const { state, batch } = job
  const queue = batch ? `queue/${encodeURIComponent(batch)}` : 'queue'
  const result = state === 'saved' ? shownResult(job) : undefined
  if (result)
    return {
      tone: 'plain',
      title: t('already.completed_title'),
      text: t('already.completed_text'),
      link: { label: t('already.open'), path: `gallery/${encodeURIComponent(result.id)}` },
    }
  if (IN_PROGRESS.has(state))
    return {
      tone: 'plain',
      title: t('already.in_progress_title'),
      text: t(
        state === 'queued'
          ? 'already.queued_text'
          : state === 'unsaved'
            ? 'already.unsaved_text'
            : 'already.in_progress_text',
      ),
      link: { label: t('already.show'), path: queue },
    }
  if (state !== 'uncertain' && state !== 'vanished') return null
  const time = formatDateTime(job.sentAt ?? job.createdAt)
  return {
    tone: 'warn',
    title: t('already.uncertain_title'),
    text: t(state === 'uncertain' ? 'already.uncertain_text' : 'already.vanished_text', { time }),
    link: { label: t('already.decide'), path: queue },
  }
}

/** What resolves the problem of a failed request to run: room within a spending limit, or a usable disk. */
const RESOLVABLE_CAUSES: Readonly<Partial<Record<ProblemCode, 'budget' | 'disk'>>> = {
  budget_full: 'budget',
  budget_near: 'budget',
  budget_unpriced: 'budget',
  disk_full: 'disk',
  disk_low: 'disk',
  disk_failed: 'disk',
  library_disconnected: 'disk',
  library_read_only: 'disk',
} satisfies Record<
  Extract<ProblemCode, `budget_${string}` | `disk_${string}` | 'library_disconnected' | 'library_read_only'>,
  'budget' | 'disk'
>

/** Why a run could not be added to the queue, whether anything was charged and what to do. Disappears once the cause is resolved. */
export function EnqueueErrorNote({ error }: { error: EnqueueError }) {
  useClearWhenResolved(error)
  const { problem, createdJobsText } = error
  const isLimit = RESOLVABLE_CAUSES[problem.code] === 'budget'
  const texts = errorTexts(problem, createdJobsText !== undefined)
  const { summary, details } =
    isLimit && texts.moneyText !== undefined ? { ...texts, details: texts.moneyText } : texts
  return (
    <div
      className={classes(noteStyles.note, noteStyles.small, noteStyles.bad, styles.enqueueError)}
      role="alert"
    >
      <CircleAlert aria-hidden />
      <p>
        <strong>{summary}</strong> {createdJobsText} {details}
        {isLimit && (
          <>
            {' '}
            <button type="button" className={styles.inline} onClick={() => navigate('settings/budgets')}>
              {t('create.to_budgets')}
            </button>
          </>
        )}
      </p>
    </div>
  )
}

interface ErrorTexts {
  summary: string
  /** Whether anything was charged, and what to do. */
  details: string
  /** Only whether anything was charged. */
  moneyText?: string
}

function errorTexts(problem: Problem, wasPartlySent: boolean): ErrorTexts {
  const { summary, money, nextStep, serviceMessage = '' } = problemMessage(problem)
  // If the request created a job although its response was lost, a repeated click finds that job.
  if (problem.code === 'studio_lost')
    return { summary: t('create.refused_lost'), details: t('create.refused_maybe_started') }
  if (!isDefiniteFailure(problem)) return { summary, details: t('create.refused_maybe_started') }
  const isUncharged = problem.money === 'none' || problem.money === 'not_charged'
  const moneyText = isUncharged
    ? t(wasPartlySent ? 'create.refused_rest' : 'create.refused_sent_none')
    : money
  return { summary, details: `${moneyText} ${nextStep} ${serviceMessage}`, moneyText }
}

/** Errors whose disk problem the queue reported too. The note may be closed and shown again before it is resolved. */
const reportedDiskErrors = new WeakSet<EnqueueError>()

/** Clears the error of a click once the spending limit has room again or the disk can be used again. */
function useClearWhenResolved(error: EnqueueError): void {
  const { problem, at } = error
  const cause = RESOLVABLE_CAUSES[problem.code]
  const budgets = useApiQuery('budgets.get', undefined, { enabled: cause === 'budget' })
  const queue = useApiQuery('queue.summary', undefined, { enabled: cause === 'disk' })
  // Unknown without a connection to the studio and before the first response.
  const isQueueKnown = queue.data !== undefined
  const hasDiskProblem = cause === 'disk' && isQueueKnown && queue.data.problem !== null
  // Only limits that were read after the error show whether there is room again.
  const isWithinLimit =
    budgets.data !== undefined &&
    budgets.dataUpdatedAt > at &&
    cause === 'budget' &&
    !isStillBlockedByBudget(problem, budgets.data.budgets)
  useEffect(() => {
    if (hasDiskProblem) reportedDiskErrors.add(error)
    const isDiskUsable = isQueueKnown && !hasDiskProblem && reportedDiskErrors.has(error)
    if (isWithinLimit || isDiskUsable) enqueueErrorStore.getState().clear()
  }, [error, isWithinLimit, isQueueKnown, hasDiskProblem])
}

/** Whether a click that was rejected because of a spending limit would be rejected again. Amounts are in nano-dollars. */
export function isStillBlockedByBudget(problem: Problem, budgets: readonly Budget[]): boolean {
  const { code, limit } = problem
  const budget = budgets.find(({ scope }) => concernsScope(problem, scope))
  if (!budget) return false
  return code !== 'budget_full' || budget.used + budget.reserved + (limit?.wanted ?? 0) > budget.cap
}

interface ConfirmUnpricedDialogProps {
  reason: ProblemMessage
  onCancel: () => void
  onConfirm: () => void
}

/** Asks the user to confirm a run whose price is unknown, with the reason. */
export function ConfirmUnpricedDialog({ reason, onCancel, onConfirm }: ConfirmUnpricedDialogProps) {
  return (
    <Dialog
      size="small"
      title={t('create.confirm_title')}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={onConfirm}>
            {t('create.confirm_run')}
          </Button>
        </>
      }
    >
      <p>{t('create.confirm_text')}</p>
      <p className={styles.detail}>
        {reason.summary} {reason.serviceMessage}
      </p>
    </Dialog>
  )
}

interface PriceProblemNoteProps {
  id: string
  problem: Problem
  onRetry: () => void
}

/** Why there is no price, with a button that requests it again. */
export function PriceProblemNote({ id, problem, onRetry }: PriceProblemNoteProps) {
  const { summary, serviceMessage } = problemMessage(problem)
  return (
    <p id={id} className={classes(textStyles.note, styles.priceProblem)}>
      <span>
        {t('create.price_why', { why: summary })} {serviceMessage}
      </span>
      <Button size="small" variant="quiet" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </p>
  )
}
