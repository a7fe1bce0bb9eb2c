import { memo, type DragEvent, type KeyboardEvent } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { Span } from '../../../../src-preload/contract/types/work.ts'
import { navigate } from '../../../router/navigate.ts'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { Money } from '../../../ui/Money.tsx'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { classes } from '../../../ui/classes.ts'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { shownResult, isActive, wasFree, elapsedMs } from '../../../widgets/jobs/jobState.ts'
import { stageStore } from '../../../widgets/jobs/stageStore.ts'
import { JobChip } from '../../../widgets/jobs/JobChip.tsx'
import { canTryAgain, useWaitReason } from '../../../widgets/jobs/waitReason.ts'
import { uncertainCause } from '../../../widgets/jobs/UncertainJobActions.tsx'
import { useNow } from '../../../lib/useNow.ts'
import type { Move } from '../../../widgets/jobs/useMoves.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { RowAction } from '../../../widgets/jobs/RowAction.tsx'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { labelText, namesFields } from '../../../widgets/forms/labelText.ts'
import { formatEstimate, formatDuration } from '../../../lib/time.ts'
import { remainingTime } from '../model/expectedTimes.ts'
import styles from './QueueList.module.css'

interface Props {
  job: Job
  /** Position among the unsent jobs, starting at 1. */
  position: number | null
  part: 'alone' | 'inner' | 'last'
  /** The usual duration of such jobs. */
  usual: Span | undefined
  onMove: (job: Job, move: Move) => void
  /** Whether the list is in the order of sending. */
  ordered: boolean
}

const KEYS: Record<string, Move> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'front', End: 'back' }
/** Moves that need neighbouring rows. */
const STEPS: ReadonlySet<Move> = new Set(['up', 'down'])
const DRAG_TYPE = 'application/x-easel-job'

/** A row of one job: title, model, progress, time, price and actions. */
export const QueueRow = memo(function QueueRow({ job, position, part, usual, onMove, ordered }: Props) {
  const result = job.state === 'saved' ? shownResult(job) : undefined
  const show = () => {
    stageStore.getState().select(job.id)
    navigate(result ? `gallery/${encodeURIComponent(result.id)}` : 'create')
  }
  const message = job.problem && problemMessage(job.problem)
  const cause = job.state === 'uncertain' ? uncertainCause(job.problem) : message?.summary
  const {
    text: waitReason,
    outage,
    link,
  } = useWaitReason(job, useNow({ isTicking: job.waitsUntil !== null }))
  const isMovable = job.state === 'queued'
  const draggable = isMovable && ordered
  const onKey = (event: KeyboardEvent) => {
    const move = event.altKey ? KEYS[event.key] : undefined
    if (!isMovable || !move || (!ordered && STEPS.has(move))) return
    event.preventDefault()
    onMove(job, move)
  }
  return (
    // Shortcuts for the row's menu; the focus is on its buttons.
    <div
      className={classes(rowStyles.columns, styles.row, styles[part])}
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
        className={classes(rowStyles.text, styles.text)}
        title={job.title.slice(0, 300)}
        onClick={show}
      >
        <span className={classes(rowStyles.title, styles.title)}>
          {job.title.trim() || t('gallery.untitled')}
        </span>
        {waitReason !== null ? (
          <span className={rowStyles.sub}>{waitReason}</span>
        ) : message ? (
          <span className={rowStyles.sub}>{`${message.service ?? cause} ${message.money}`.trim()}</span>
        ) : (
          job.label && (
            <span className={rowStyles.sub}>
              <RowLabel job={job} />
            </span>
          )
        )}
      </button>
      <span className={classes(textStyles.quiet, textStyles.truncate, styles.model)} title={job.model.name}>
        {job.model.name}
      </span>
      <span>
        <JobChip job={job} />
      </span>
      <span className={classes(textStyles.quiet, textStyles.truncate, styles.number, styles.time)}>
        <RowTime job={job} position={position} usual={usual} />
      </span>
      <span className={styles.number}>
        {job.price === null || wasFree(job) ? t('queue.no_price') : <Money nanoDollars={job.price} />}
      </span>
      <span className={styles.action}>
        <RowAction
          job={job}
          canStep={ordered}
          canTryAgain={canTryAgain(job, outage)}
          waitLink={link?.path === 'queue' ? null : link}
          {...(isMovable ? { onMove: (move: Move) => onMove(job, move) } : {})}
        />
      </span>
    </div>
  )
})

/** Dropping a row on another moves it before that one. */
const dragging = (job: Job, onMove: Props['onMove']) => ({
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData(DRAG_TYPE, JSON.stringify(job))
    dataTransfer.effectAllowed = 'move'
  },
  onDragOver: (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes(DRAG_TYPE)) return
    event.preventDefault()
    event.currentTarget.dataset['over'] = 'true'
  },
  onDragLeave: ({ currentTarget }: DragEvent<HTMLElement>) => delete currentTarget.dataset['over'],
  onDrop: (event: DragEvent<HTMLElement>) => {
    delete event.currentTarget.dataset['over']
    const text = event.dataTransfer.getData(DRAG_TYPE)
    if (text === '') return
    event.preventDefault()
    const dragged: Job = JSON.parse(text)
    onMove(dragged, { before: job.id })
  },
})

/** The label that distinguishes a job from others of its batch. */
function RowLabel({ job: { operation, model, label } }: { job: Job }) {
  const stored = label?.words ?? {}
  // Older stored labels contain the model's id instead of its name.
  const parts = 'model' in stored ? { ...stored, model: model.name } : stored
  const { data } = useApiQuery(
    'forms.open',
    { operation, model: model.slug },
    { enabled: namesFields(parts), staleTime: Infinity },
  )
  return labelText(parts, data)
}

interface RowTimeProps {
  job: Job
  position: number | null
  usual: Span | undefined
}

const WAITING: Job['state'][] = ['queued', 'unsaved']

/** The time left of a job by its model's history, else its duration; its position while it is queued. */
export function RowTime({ job, position, usual }: RowTimeProps) {
  const isWaiting = job.waitsUntil !== null && (isActive(job.state) || WAITING.includes(job.state))
  const now = useNow({ isTicking: isWaiting || isActive(job.state) })
  if (isWaiting && job.waitsUntil !== null && job.waitsUntil > now)
    return t('queue.waits', { time: formatDuration(job.waitsUntil - now) })
  if (job.state === 'queued') return position === null ? '' : t('queue.place', { place: position })
  const elapsed = elapsedMs(job, now)
  if (elapsed === null || wasFree(job)) return ''
  // For a waiting job, the history gives no time.
  const remaining = isActive(job.state) && !job.problem ? remainingTime(usual, elapsed) : null
  return remaining ? formatEstimate(remaining) : formatDuration(elapsed)
}
