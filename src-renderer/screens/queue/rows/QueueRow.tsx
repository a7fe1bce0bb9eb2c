import { memo, type DragEvent, type KeyboardEvent } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Span } from '../../../../src-preload/contract/types/work.ts'
import { go } from '../../../router/go.ts'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { Money } from '../../../ui/Money.tsx'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { classes } from '../../../ui/classes.ts'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { resultOf } from '../../../widgets/jobs/model/resultOf.ts'
import { stageStore } from '../../../widgets/jobs/model/stageStore.ts'
import { JobChip } from '../../../widgets/jobs/JobChip.tsx'
import { canTryAgain } from '../../../widgets/jobs/model/canTryAgain.ts'
import { isActive } from '../../../widgets/jobs/model/isActive.ts'
import { wasFree } from '../../../widgets/jobs/model/wasFree.ts'
import { uncertainCause } from '../../../widgets/jobs/model/uncertainCause.ts'
import { useNow } from '../../../lib/useNow.ts'
import { useWait } from '../../../widgets/jobs/model/useWait.ts'
import type { Move } from '../../../widgets/jobs/model/useMoves.ts'
import rowStyles from '../../../ui/row.module.css'
import textStyles from '../../../ui/text.module.css'
import styles from './QueueList.module.css'
import { RowAction } from '../../../widgets/jobs/RowAction.tsx'
import { RowLabel } from './RowLabel.tsx'
import { RowTime } from './RowTime.tsx'

interface Props {
  job: Job
  /** Its position among the unsent jobs, from 1. */
  place: number | null
  part: 'alone' | 'inner' | 'last'
  /** The usual duration of such jobs. */
  usual: Span | undefined
  onMove: (job: Job, move: Move) => void
  /** The rows beside it are those sent before and after it. */
  ordered: boolean
}

const KEYS: Record<string, Move> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'front', End: 'back' }
/** Moves that need neighboring rows. */
const STEPS: ReadonlySet<Move> = new Set(['up', 'down'])
const DRAGGED = 'application/x-easel-job'

/** A row of one job: title, model, progress, time, price and actions. */
export const QueueRow = memo(function QueueRow({ job, place, part, usual, onMove, ordered }: Props) {
  const result = job.state === 'saved' ? resultOf(job) : undefined
  const show = () => {
    stageStore.getState().select(job.id)
    go(result ? `gallery/${encodeURIComponent(result.id)}` : 'create')
  }
  const words = job.problem && problemMessage(job.problem)
  const cause = job.state === 'uncertain' ? uncertainCause(job.problem) : words?.what
  const { words: wait, outage, place: way } = useWait(job, useNow(job.waitsUntil !== null))
  const movable = job.state === 'queued'
  const draggable = movable && ordered
  const onKey = (event: KeyboardEvent) => {
    const move = event.altKey ? KEYS[event.key] : undefined
    if (!movable || !move || (!ordered && STEPS.has(move))) return
    event.preventDefault()
    onMove(job, move)
  }
  return (
    // The row's buttons take the focus; these are shortcuts for its menu.
    <div
      className={classes(styles.row, styles[part])}
      data-row={job.id}
      onKeyDown={onKey}
      draggable={draggable}
      {...(draggable ? dragging(job, onMove) : {})}
    >
      <span className={rowStyles.art}>
        {result ? (
          <Thumb asset={result} alt="" />
        ) : (
          isActive(job.state) &&
          job.preview > 0 && (
            <img className={styles.preview} src={bridge().media.url('preview', job.id, job.preview)} alt="" />
          )
        )}
      </span>
      <button
        type="button"
        className={classes(rowStyles.words, styles.words)}
        title={job.title.slice(0, 300)}
        onClick={show}
      >
        <span className={classes(rowStyles.title, styles.title)}>
          {job.title.trim() || t('gallery.untitled')}
        </span>
        {wait !== null ? (
          <span className={rowStyles.sub}>{wait}</span>
        ) : words ? (
          <span className={rowStyles.sub}>{`${words.service ?? cause} ${words.money}`.trim()}</span>
        ) : (
          job.label && (
            <span className={rowStyles.sub}>
              <RowLabel job={job} />
            </span>
          )
        )}
      </button>
      <span className={classes(textStyles.quiet, textStyles.cut, styles.model)} title={job.model.name}>
        {job.model.name}
      </span>
      <span>
        <JobChip job={job} />
      </span>
      <span className={classes(textStyles.quiet, textStyles.cut, styles.number, styles.time)}>
        <RowTime job={job} place={place} usual={usual} />
      </span>
      <span className={styles.number}>
        {job.price === null || wasFree(job) ? t('queue.no_price') : <Money nano={job.price} />}
      </span>
      <span className={styles.act}>
        <RowAction
          job={job}
          steps={ordered}
          stuck={canTryAgain(job, outage)}
          way={way?.place === 'queue' ? null : way}
          {...(movable ? { onMove: (move: Move) => onMove(job, move) } : {})}
        />
      </span>
    </div>
  )
})

/** Dropping a row on another moves it before that one. */
const dragging = (job: Job, onMove: Props['onMove']) => ({
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData(DRAGGED, JSON.stringify(job))
    dataTransfer.effectAllowed = 'move'
  },
  onDragOver: (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return
    event.preventDefault()
    event.currentTarget.dataset['over'] = 'true'
  },
  onDragLeave: ({ currentTarget }: DragEvent<HTMLElement>) => delete currentTarget.dataset['over'],
  onDrop: (event: DragEvent<HTMLElement>) => {
    delete event.currentTarget.dataset['over']
    const text = event.dataTransfer.getData(DRAGGED)
    if (text === '') return
    event.preventDefault()
    const dragged: Job = JSON.parse(text)
    onMove(dragged, { before: job.id })
  },
})
