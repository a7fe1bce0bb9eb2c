import { memo, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { DurationRange } from '../../../../src-preload/contract/types/progress.ts'
import { navigate } from '../../../router/navigate.ts'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { Money } from '../../../ui/Money.tsx'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { classes } from '../../../ui/classes.ts'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { shownResult, isActive, wasNeverAccepted, elapsedMs } from '../../../widgets/jobs/jobState.ts'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import { JobChip } from '../../../widgets/jobs/JobChip.tsx'
import { canTryAgain, useWaitReason } from '../../../widgets/jobs/waitReason.ts'
import { uncertainCause } from '../../../widgets/jobs/UncertainJobActions.tsx'
import { truncate } from '../../../../src-preload/shared/truncate.ts'
import { useNow, formatEstimate, formatDuration } from '../../../lib/format/time.ts'
import type { Move } from '../../../widgets/jobs/useMoveJobs.ts'
import { resultHandlers } from '../../../widgets/results/menu/resultMenu.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { JobActions } from '../../../widgets/jobs/JobActions.tsx'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { labelText, hasFieldNames } from '../../../widgets/forms/formValues.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import type { SelectionChange } from '../selection/queueSelection.ts'
import type { BatchPosition } from '../model/queueLines.ts'
import { remainingTime } from '../model/expectedTimes.ts'
import { queueCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { findCommand } from '../../../lib/keys.ts'
import styles from './QueueList.module.css'

interface Props {
  job: Job
  /** Position in the order of sending, from 1; null if the job isn't unsent. */
  position: number | null
  batchPosition: BatchPosition
  /** Usual duration of jobs with the same connection, task and model; undefined if it is unknown. */
  usualDuration: DurationRange | undefined
  onMove: (job: Job, move: Move) => void
  /** Whether the list is in the order of sending. */
  isInSendOrder: boolean
  /** Whether all jobs of its batch have the same title, so that its label is shown instead. */
  repeatsTitle: boolean
  isSelected: boolean
  /** Whether Tab reaches the row; arrow keys move to the others. */
  isTabStop: boolean
  onSelect: (id: string, change: SelectionChange) => void
}

const MOVES: readonly Move[] = ['up', 'down', 'front', 'back']
/** Moves that need neighbouring rows. */
const NEIGHBOUR_MOVES: ReadonlySet<Move> = new Set(['up', 'down'])
/** Maximum length of a title in the name of a checkbox, in characters. */
const MAX_LABEL_LENGTH = 80
/** Maximum length of a title in a tooltip, in characters. */
const MAX_TOOLTIP_LENGTH = 300
/** MIME type of a dragged row. */
const DRAG_TYPE = 'application/x-easel-job'

/** A row of one job: title, model, progress, time, price and actions. */
export const QueueRow = memo(function QueueRow({
  job,
  position,
  batchPosition,
  usualDuration,
  onMove,
  isInSendOrder,
  repeatsTitle,
  isSelected,
  isTabStop,
  onSelect,
}: Props) {
  const result = job.state === 'saved' ? shownResult(job) : undefined
  const openJob = () => {
    selectedJobStore.getState().select(job.id)
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
  const isDraggable = isMovable && isInSendOrder
  const onKey = (event: KeyboardEvent) => {
    const command = findCommand(queueCommands, event)
    const move = MOVES.find((candidate) => candidate === command)
    if (!isMovable || !move || (!isInSendOrder && NEIGHBOUR_MOVES.has(move))) return
    event.preventDefault()
    onMove(job, move)
  }
  const select = (event: MouseEvent<HTMLElement>) => {
    const change = event.shiftKey
      ? event.ctrlKey || event.metaKey
        ? 'add'
        : 'extend'
      : event.ctrlKey || event.metaKey
        ? 'toggle'
        : 'only'
    const { target, currentTarget } = event
    const control = target instanceof Element ? target.closest('button, a, input') : null
    // Controls in the row handle their own clicks, as do its menus and dialogs elsewhere in the document.
    const isOnTitle = control?.hasAttribute('data-title') === true
    if (!(target instanceof Node) || !currentTarget.contains(target)) return
    if (control && (!isOnTitle || change === 'only')) return
    event.preventDefault()
    onSelect(job.id, change)
    currentTarget.querySelector<HTMLElement>('[data-title]')?.focus()
  }
  const title = job.title.trim() || t('gallery.untitled')
  const label = job.label && <RowLabel job={job} />
  const showsLabel = repeatsTitle && Boolean(job.label)
  return (
    // Handles the shortcuts of the row's menu while any button of the row has the focus.
    <div
      className={classes(rowStyles.columns, styles.row, styles[batchPosition], isSelected && styles.selected)}
      data-row={job.id}
      data-tab-stop={isTabStop || undefined}
      onKeyDown={onKey}
      onMouseDown={(event) => {
        // A click with Shift would also select text.
        if (event.shiftKey) event.preventDefault()
      }}
      onClick={select}
      draggable={isDraggable || result !== undefined}
      {...(result && resultHandlers(() => ({ ids: [result.id] })))}
      {...(isDraggable ? dragHandlers(job, onMove) : {})}
    >
      <span className={rowStyles.art}>
        <label className={styles.check}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={t('queue.select', { title: truncate(title, MAX_LABEL_LENGTH) })}
            checked={isSelected}
            onChange={({ nativeEvent }) => {
              // With Shift, the rows from the one changed last become like this one.
              const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
              onSelect(job.id, isRange ? (isSelected ? 'remove' : 'add') : 'toggle')
            }}
          />
        </label>
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
        title={truncate(job.title, MAX_TOOLTIP_LENGTH)}
        data-title
        tabIndex={isTabStop ? 0 : -1}
        onFocus={() => onSelect(job.id, 'focus')}
        onClick={(event) => {
          if (!event.ctrlKey && !event.metaKey && !event.shiftKey) openJob()
        }}
      >
        <span dir="auto" className={classes(rowStyles.title, styles.title)}>
          {showsLabel ? (
            <>
              {label}
              <VisuallyHidden>{title}</VisuallyHidden>
            </>
          ) : (
            title
          )}
        </span>
        {waitReason !== null ? (
          <span dir="auto" className={rowStyles.sub}>
            {waitReason}
          </span>
        ) : message ? (
          <span dir="auto" className={rowStyles.sub}>
            {`${message.serviceMessage ?? cause} ${message.money}`.trim()}
          </span>
        ) : (
          !showsLabel &&
          label && (
            <span dir="auto" className={rowStyles.sub}>
              {label}
            </span>
          )
        )}
      </button>
      <span
        dir="auto"
        className={classes(textStyles.quiet, textStyles.truncate, styles.model)}
        title={job.model.name}
      >
        {job.model.name}
      </span>
      <span>
        <JobChip job={job} />
      </span>
      <span dir="auto" className={classes(textStyles.quiet, textStyles.truncate, styles.number, styles.time)}>
        <RowTime job={job} position={position} usualDuration={usualDuration} />
      </span>
      <span className={styles.number}>
        {job.price === null || wasNeverAccepted(job) ? (
          t('queue.no_price')
        ) : (
          <Money nanoDollars={job.price} isInColumn />
        )}
      </span>
      <span className={styles.action}>
        <JobActions
          job={job}
          canStep={isInSendOrder}
          canTryAgain={canTryAgain(job, outage)}
          waitLink={link?.path === 'queue' ? null : link}
          {...(isMovable ? { onMove: (move: Move) => onMove(job, move) } : {})}
        />
      </span>
    </div>
  )
})

/** Dropping a row on another moves it before that one. */
const dragHandlers = (job: Job, onMove: Props['onMove']) => ({
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
  const labelParts = 'model' in stored ? { ...stored, model: model.name } : stored
  const { data } = useApiQuery(
    'forms.open',
    { operation, model: model.slug },
    { enabled: hasFieldNames(labelParts), staleTime: Infinity },
  )
  return labelText(labelParts, data)
}

interface RowTimeProps {
  job: Job
  position: number | null
  usualDuration: DurationRange | undefined
}

/** Inactive states in which a job may wait for a retry. */
const WAITING: Job['state'][] = ['queued', 'unsaved']

/** When a waiting job is retried, otherwise the position of a queued job, otherwise the remaining time or the duration. */
export function RowTime({ job, position, usualDuration }: RowTimeProps) {
  const isWaiting = job.waitsUntil !== null && (isActive(job.state) || WAITING.includes(job.state))
  const now = useNow({ isTicking: isWaiting || isActive(job.state) })
  if (isWaiting && job.waitsUntil !== null && job.waitsUntil > now)
    return t('queue.retry_in', { time: formatDuration(job.waitsUntil - now) })
  if (job.state === 'queued') return position === null ? '' : t('queue.position', { position })
  const elapsed = elapsedMs(job, now)
  if (elapsed === null || wasNeverAccepted(job)) return ''
  // The usual duration doesn't apply to a job that waits because of a problem.
  const remaining = isActive(job.state) && !job.problem ? remainingTime(usualDuration, elapsed) : null
  return remaining ? formatEstimate(remaining) : formatDuration(elapsed)
}
