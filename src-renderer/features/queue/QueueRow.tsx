import { memo } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { go } from '../../app/router/go.ts'
import { bridge } from '../../host/bridge.ts'
import { useAct } from '../../host/useAct.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../lib/money.ts'
import { problemWords } from '../../lib/problemWords.ts'
import { formatDuration } from '../../lib/time.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Thumb } from '../gallery/thumbs/Thumb.tsx'
import { resultOf } from '../stage/model/resultOf.ts'
import { stageStore } from '../stage/model/stageStore.ts'
import { JobChip } from './JobChip.tsx'
import { isActive } from './model/isActive.ts'
import { jobAction } from './model/jobActions.ts'
import { tookMs } from './model/tookMs.ts'
import { useNow } from './model/useNow.ts'
import styles from './QueueList.module.css'

/** One job as a row: what, by whom, how far, how long, for how much, and what can be done. */
export const QueueRow = memo(function QueueRow({ job }: { job: Job }) {
  const result = job.state === 'saved' ? resultOf(job) : undefined
  const show = () => {
    stageStore.getState().select(job.id)
    go(result ? `gallery/${encodeURIComponent(result.id)}` : 'create')
  }
  const words = job.problem && problemWords(job.problem)
  return (
    <div className={styles.row}>
      <span className={styles.art}>
        {result ? (
          <Thumb asset={result} alt="" />
        ) : (
          isActive(job.state) &&
          job.preview > 0 && (
            <img className={styles.preview} src={bridge().media.url('preview', job.id, job.preview)} alt="" />
          )
        )}
      </span>
      <button type="button" className={styles.words} title={job.title.slice(0, 300)} onClick={show}>
        <span className={styles.title}>{job.title.trim() || t('gallery.untitled')}</span>
        {words && (
          <span className={styles.why}>{`${words.service ?? words.what} ${words.money}`.trim()}</span>
        )}
      </button>
      <span className={classes(styles.quiet, styles.model)} title={job.model.name}>
        {job.model.name}
      </span>
      <span>
        <JobChip job={job} />
      </span>
      <span className={classes(styles.quiet, styles.number, styles.time)}>
        <Time job={job} />
      </span>
      <span className={classes(styles.number, styles.price)}>
        {job.price === null ? t('queue.no_price') : formatMoney(job.price)}
      </span>
      <span className={styles.act}>
        <RowAction job={job} />
      </span>
    </div>
  )
})

function Time({ job }: { job: Job }) {
  const waits = job.state === 'queued' && job.waitsUntil !== null
  const now = useNow(waits || isActive(job.state))
  if (waits && job.waitsUntil !== null && job.waitsUntil > now)
    return t('queue.waits', { time: formatDuration(job.waitsUntil - now) })
  const took = tookMs(job, now)
  return took === null ? '' : formatDuration(took)
}

function RowAction({ job }: { job: Job }) {
  const cancel = useAct('jobs.cancel')
  const tryAgain = useAct('jobs.try_again')
  const repeat = useAct('jobs.repeat')
  const action = jobAction(job.state)
  if (action === undefined) return null
  const run = {
    cancel: () => cancel.mutate({ id: job.id }),
    try_again: () => tryAgain.mutate({ id: job.id }),
    repeat: () => repeat.mutate({ id: job.id, press: crypto.randomUUID() }),
  }[action]
  const busy = cancel.isPending || tryAgain.isPending || repeat.isPending
  return (
    <Button size="small" disabled={busy} onClick={run}>
      {t(`queue.${action}`)}
    </Button>
  )
}
