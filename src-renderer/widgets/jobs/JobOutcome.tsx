import { Ban, CircleAlert, CircleHelp } from 'lucide-react'
import { useState } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { isRequestRejected } from '../../../src-preload/shared/isRequestRejected.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Details } from '../../ui/feedback/Details.tsx'
import { jobAction, jobTones, jobStateText } from './jobState.ts'
import { uncertainCause, UncertainJobActions, JobDecisionDialog } from './UncertainJobActions.tsx'
import { useNow } from '../../lib/format/time.ts'
import { useWaitReason } from './waitReason.ts'
import { RepeatButton } from '../prices/PriceConfirmDialog.tsx'
import spinnerStyles from '../../ui/feedback/Spinner.module.css'
import panelStyles from '../../ui/layout/panel.module.css'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import textStyles from '../../ui/layout/text.module.css'
import { useReuseParameters } from '../results/actions/formActions.tsx'
import styles from './JobOutcome.module.css'

const STATES_WITH_TEXT = ['vanished', 'unsaved', 'cancelled', 'closed'] as const

const outcomeText = ({ state, price, problem }: Job): string => {
  if (state === 'uncertain')
    return price === null
      ? t('result.uncertain_text_unpriced', { cause: uncertainCause(problem) })
      : t('result.uncertain_text', { cause: uncertainCause(problem), price: formatMoney(price) })
  if (state === 'closed' && problem?.code === 'job_vanished') return t('result.closed_vanished_text')
  const stateWithText = STATES_WITH_TEXT.find((candidate) => candidate === state)
  return stateWithText === undefined ? '' : t(`result.${stateWithText}_text`)
}

/** A job without a result: what happened, whether anything was charged, and what to do next. */
export function JobOutcome({ job }: { job: Job }) {
  const message = job.problem && problemMessage(job.problem)
  const stateText = outcomeText(job)
  // The buttons of an uncertain job show what to do, and a closed job needs nothing.
  const showsAdvice = job.state !== 'uncertain' && job.state !== 'closed'
  const tone = jobTones[job.state]
  const Icon = tone === 'bad' ? CircleAlert : tone === 'warn' ? CircleHelp : Ban
  return (
    <div className={classes(spinnerStyles.center, styles.container)}>
      <article className={classes(panelStyles.lifted, styles.card)}>
        <Icon aria-hidden className={classes(styles.icon, styles[tone])} />
        <h2 className={textStyles.title}>{jobStateText(job)}</h2>
        <p dir="auto" className={classes(textStyles.clamp, styles.prompt)}>
          {job.title}
        </p>
        <p>{stateText || message?.summary}</p>
        {job.state === 'unsaved' && <WaitReason job={job} />}
        {message?.serviceMessage && (
          <blockquote className={classes(textStyles.quote, styles.service)}>
            <span className={textStyles.quiet}>{t('result.service_says')}</span>
            {message.serviceMessage}
          </blockquote>
        )}
        {message?.details && <Details text={message.details} />}
        {message?.money && job.state !== 'uncertain' && <p className={styles.money}>{message.money}</p>}
        {message?.nextStep && showsAdvice && (
          <p className={styles.quiet}>{wouldFailAgain(job) ? t('result.final_text') : message.nextStep}</p>
        )}
        <div className={classes(toolbarStyles.actions, styles.actions)}>
          {job.state === 'uncertain' ? <UncertainJobActions job={job} /> : <NextStep job={job} />}
        </div>
      </article>
    </div>
  )
}

/** Why a result isn't saved yet, and when its download is retried. */
function WaitReason({ job }: { job: Job }) {
  return (
    <p className={styles.quiet}>{useWaitReason(job, useNow({ isTicking: job.waitsUntil !== null })).text}</p>
  )
}

function NextStep({ job }: { job: Job }) {
  const action = jobAction(job.state)
  const tryAgain = useApiMutation('jobs.try_again')
  const reuse = useReuseParameters()
  if (action === 'try_again')
    return (
      <>
        <Button
          variant="primary"
          disabled={tryAgain.isPending}
          onClick={() => tryAgain.mutate({ id: job.id })}
        >
          {t('result.try_again')}
        </Button>
        {job.state === 'vanished' && <VanishedJobActions id={job.id} />}
      </>
    )
  // The same request would be rejected or fail again, so changing it in the form is the main action.
  const needsChange = isRequestRejected(job) || wouldFailAgain(job)
  return (
    <>
      <Button variant={needsChange ? 'primary' : 'plain'} onClick={() => reuse(job.id, { keepSeed: true })}>
        {t('result.use')}
      </Button>
      {action === 'repeat' && <RepeatButton id={job.id} variant={needsChange ? 'plain' : 'primary'} />}
    </>
  )
}

/** Whether the service reported that the same request would fail again. */
const wouldFailAgain = ({ problem }: Pick<Job, 'problem'>): boolean => problem?.isPermanent === true

/** Actions on a vanished job besides retrying: enter another request id, or close the job. */
function VanishedJobActions({ id }: { id: string }) {
  const [openDialog, setOpenDialog] = useState<'enterId' | 'close'>()
  return (
    <>
      <Button onClick={() => setOpenDialog('enterId')}>{t('queue.enter_id')}</Button>
      <Button variant="quiet" onClick={() => setOpenDialog('close')}>
        {t('queue.stop_tracking')}
      </Button>
      {openDialog && (
        <JobDecisionDialog id={id} action={openDialog} onClose={() => setOpenDialog(undefined)} />
      )}
    </>
  )
}
