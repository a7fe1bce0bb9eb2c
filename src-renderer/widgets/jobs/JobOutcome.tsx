import { Ban, CircleAlert, CircleHelp } from 'lucide-react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { useAct } from '../../host/useAct.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Details } from '../../ui/Details.tsx'
import { jobAction } from './model/jobActions.ts'
import { jobTones } from './model/jobTones.ts'
import { jobWord } from './model/jobWord.ts'
import { isFinal } from './model/isFinal.ts'
import { uncertainCause } from './model/uncertainCause.ts'
import { useNow } from '../../lib/useNow.ts'
import { useWait } from './model/useWait.ts'
import { RepeatButton } from './RepeatButton.tsx'
import { UncertainChoices } from './UncertainChoices.tsx'
import { VanishedChoices } from './VanishedChoices.tsx'
import spinnerStyles from '../../ui/Spinner.module.css'
import panelStyles from '../../ui/panel.module.css'
import toolbarStyles from '../../ui/toolbar.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './JobOutcome.module.css'
import { useReuse } from './model/useReuse.ts'

const PLAIN = ['vanished', 'unsaved', 'cancelled', 'closed'] as const

const plainText = ({ state, price, problem }: Job): string => {
  if (state === 'uncertain')
    return price === null
      ? t('stage.uncertain_words_unpriced', { cause: uncertainCause(problem) })
      : t('stage.uncertain_words', { cause: uncertainCause(problem), price: formatMoney(price) })
  if (state === 'closed' && problem?.code === 'job_vanished') return t('stage.closed_vanished_words')
  const plain = PLAIN.find((known) => known === state)
  return plain === undefined ? '' : t(`stage.${plain}_words`)
}

/** A job without a result: what happened, whether money moved, what to do next. */
export function JobOutcome({ job }: { job: Job }) {
  const words = job.problem && problemMessage(job.problem)
  const own = plainText(job)
  // The ways out of `uncertain` are its buttons; what was closed has none to point to.
  const pointsOn = job.state !== 'uncertain' && job.state !== 'closed'
  const tone = jobTones[job.state]
  const Sign = tone === 'bad' ? CircleAlert : tone === 'warn' ? CircleHelp : Ban
  return (
    <div className={classes(spinnerStyles.center, styles.room)}>
      <article className={classes(panelStyles.lifted, styles.card)}>
        <Sign aria-hidden className={classes(styles.sign, styles[tone])} />
        <h2 className={textStyles.title}>{jobWord(job)}</h2>
        <p className={classes(textStyles.clamp, styles.prompt)}>{job.title}</p>
        <p>{own || words?.what}</p>
        {job.state === 'unsaved' && <Wait job={job} />}
        {words?.service && (
          <blockquote className={styles.service}>
            <span className={textStyles.quiet}>{t('stage.service_says')}</span>
            {words.service}
          </blockquote>
        )}
        {words?.details && <Details text={words.details} />}
        {words?.money && job.state !== 'uncertain' && <p className={styles.money}>{words.money}</p>}
        {words?.next && pointsOn && (
          <p className={styles.quiet}>{isFinal(job) ? t('stage.final_words') : words.next}</p>
        )}
        <div className={classes(toolbarStyles.actions, styles.actions)}>
          {job.state === 'uncertain' ? <UncertainChoices job={job} /> : <NextStep job={job} />}
        </div>
      </article>
    </div>
  )
}

/** Why a result isn't saved yet, and when it's tried next. */
function Wait({ job }: { job: Job }) {
  return <p className={styles.quiet}>{useWait(job, useNow(job.waitsUntil !== null)).words}</p>
}

function NextStep({ job }: { job: Job }) {
  const action = jobAction(job.state)
  const tryAgain = useAct('jobs.try_again')
  const reuse = useReuse()
  if (action === 'try_again')
    return (
      <>
        <Button look="primary" disabled={tryAgain.isPending} onClick={() => tryAgain.mutate({ id: job.id })}>
          {t('stage.try_again')}
        </Button>
        {job.state === 'vanished' && <VanishedChoices id={job.id} />}
      </>
    )
  // A refusal comes back for the same request: the form is the way on.
  const refused = job.state === 'rejected' || isFinal(job)
  return (
    <>
      <Button look={refused ? 'primary' : 'plain'} onClick={() => reuse(job.id, true)}>
        {t('stage.use')}
      </Button>
      {action === 'repeat' && <RepeatButton id={job.id} look={refused ? 'plain' : 'primary'} />}
    </>
  )
}
