import { type FocusEvent, useEffect, useMemo, useState } from 'react'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { ConnectionHealthState } from '../../../../src-preload/contract/types/connection.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { lastIndexAtOrBelow, renderedIndexes } from '../../../lib/virtualList.ts'
import { useScroller } from '../../../ui/useScroller.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { BatchLine } from '../batches/BatchLine.tsx'
import { countItems, LINE_HEIGHTS, lineTops, type QueueLine } from '../model/queueLines.ts'
import { usualDurationOf, useExpectedTimes } from '../model/expectedTimes.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import { InlineLoadFailure } from '../../../widgets/InlineLoadFailure.tsx'
import { findTextButton } from '../../../widgets/jobs/JobActions.tsx'
import { canTryAgain, waitLink } from '../../../widgets/jobs/waitReason.ts'
import { SelectionBar } from '../selection/SelectionBar.tsx'
import type { ListGroup, QueueSelectionActions } from '../selection/useQueueSelection.ts'
import { QueueRow } from './QueueRow.tsx'
import { useQueueMoves } from './useQueueMoves.ts'
import { useRowSelection } from './useRowSelection.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import styles from './QueueList.module.css'
import queueStyles from '../Queue.module.css'

interface Props {
  lines: readonly QueueLine[]
  /** Called after each render with the index of the line up to which the list should be loaded. */
  onLastNeeded: (lastNeeded: number) => void
  onToggle: (batch: Batch) => void
  /** Loads the jobs of the expanded batch again after a failure. */
  onRetryBatch?: () => void
  /** Whether the jobs are in the order of sending. If not, a job can't be moved one step, because its neighbours aren't shown. */
  isInSendOrder: boolean
  selection: QueueSelectionActions
  listGroup: ListGroup
}

/** Scroll distance in px after which the rendered rows are computed again. */
const SCROLL_STEP = LINE_HEIGHTS.job
/** Space in px above and below the view whose rows are rendered too, so that scrolling shows no gaps. */
const OVERSCAN_PX = 6 * LINE_HEIGHTS.job
/** The list should be loaded up to this many lines below the rendered ones. */
const PRELOADED_LINES = 40
/** Space in px below the last line, and additional space while the selection bar covers the end of the list. */
const BOTTOM_SPACE = 16
const SELECTION_SPACE = 72

/** The virtual list: only rows near the viewport are rendered. */
export function QueueList({
  lines,
  onLastNeeded,
  onToggle,
  onRetryBatch,
  isInSendOrder,
  selection,
  listGroup,
}: Props) {
  const { ref, height, top, onScroll } = useScroller(SCROLL_STEP)
  const tops = useMemo(() => lineTops(lines), [lines])
  const itemCounts = useMemo(() => countItems(lines), [lines])
  const totalHeight = tops[lines.length] ?? 0
  const first = Math.max(0, lastIndexAtOrBelow(tops, top - OVERSCAN_PX))
  const end = Math.min(lines.length, lastIndexAtOrBelow(tops, top + height + OVERSCAN_PX) + 1)
  const { focusedIndex, onFocus, onBlur } = useFocusedLine(lines)
  const indexes = renderedIndexes({ first, end }, focusedIndex)
  useEffect(() => {
    if (height > 0) onLastNeeded(Math.min(lines.length, end + PRELOADED_LINES) - 1)
  })
  const { onMove, moveSelected, announce, announcement } = useQueueMoves(lines, isInSendOrder, selection.ids)
  const { tabStop, onSelect, onKeyDown } = useRowSelection({
    lines,
    tops,
    scroller: ref,
    rendered: indexes,
    selection,
    listGroup,
    announce,
  })
  const hasSelection = selection.ids.size > 0
  const { data: health } = useApiQuery('connections.health', undefined)
  const hasWideActions = useMemo(
    () => lines.some((line) => hasTextButton(line, health?.connections ?? [])),
    [lines, health],
  )
  const times = useExpectedTimes()
  return (
    <>
      {/* Handles the keys of its rows. */}
      <div
        ref={ref}
        className={rowStyles.scroller}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        role="presentation"
      >
        <ul
          className={classes(styles.list, hasWideActions && styles.wide, hasSelection && styles.selecting)}
          aria-label={t('queue.list')}
          style={{ height: totalHeight + BOTTOM_SPACE + (hasSelection ? SELECTION_SPACE : 0) }}
        >
          {indexes.map((index) => {
            const line = lines[index]
            if (!line) return null
            const style = { transform: `translateY(${tops[index] ?? 0}px)`, height: LINE_HEIGHTS[line.kind] }
            const attributes = {
              'data-line': lineId(line),
              'aria-setsize': itemCounts.at(-1),
              'aria-posinset': itemCounts[index],
            }
            switch (line.kind) {
              case 'space':
                return null
              case 'heading':
                return (
                  <li key={line.section} className={classes(rowStyles.line, styles.heading)} style={style}>
                    <h2 className={textStyles.label}>{t(`queue.${line.section}`)}</h2>
                  </li>
                )
              case 'batch':
                return (
                  <li key={line.batch.id} className={rowStyles.line} style={style} {...attributes}>
                    <BatchLine
                      batch={line.batch}
                      timeLeft={times?.batches.find(({ id }) => id === line.batch.id)?.timeLeft}
                      isOpen={line.isOpen}
                      onToggle={onToggle}
                    />
                  </li>
                )
              case 'failure':
                return (
                  <li key="failure" className={classes(rowStyles.line, styles.failure)} style={style}>
                    <InlineLoadFailure error={line.error} onRetry={() => onRetryBatch?.()} />
                  </li>
                )
              case 'job':
                return (
                  <li key={line.job.id} className={rowStyles.line} style={style} {...attributes}>
                    <QueueRow
                      job={line.job}
                      position={line.position}
                      batchPosition={line.batchPosition}
                      usualDuration={usualDurationOf(times, line.job)}
                      onMove={onMove}
                      isInSendOrder={isInSendOrder}
                      repeatsTitle={line.repeatsTitle}
                      isSelected={selection.ids.has(line.job.id)}
                      isTabStop={line.job.id === tabStop}
                      onSelect={onSelect}
                    />
                  </li>
                )
            }
          })}
        </ul>
        <output>
          {/* A new element, because screen readers ignore a text that stays the same. */}
          <VisuallyHidden key={announcement.count}>{announcement.text}</VisuallyHidden>
        </output>
      </div>
      {hasSelection && (
        <SelectionBar
          ids={selection.ids}
          canStep={isInSendOrder}
          onMove={moveSelected}
          onClear={selection.clear}
        />
      )}
    </>
  )
}

/** Identifies a batch or a job among the lines; undefined for other lines. */
const lineId = (line: QueueLine): string | undefined =>
  line.kind === 'job' ? line.job.id : line.kind === 'batch' ? line.batch.id : undefined

/** The line that has the focus, which stays rendered when it is scrolled out of view: it or a dialog inside it would lose the focus. */
function useFocusedLine(lines: readonly QueueLine[]) {
  const [focusedId, setFocusedId] = useState<string>()
  const index = useMemo(
    () => (focusedId === undefined ? -1 : lines.findIndex((line) => lineId(line) === focusedId)),
    [lines, focusedId],
  )
  const idOf = (element: Element) => element.closest('[data-line]')?.getAttribute('data-line') ?? undefined
  return {
    focusedIndex: index === -1 ? undefined : index,
    onFocus: ({ target }: FocusEvent) => setFocusedId(idOf(target)),
    // Without `relatedTarget`, the focus may come back to the same line, as after switching to another window.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Element) setFocusedId(idOf(relatedTarget))
    },
  }
}

/** Whether a row has a button with text, which needs a wide column of actions. */
function hasTextButton(line: QueueLine, health: readonly ConnectionHealthState[]): boolean {
  if (line.kind !== 'job') return false
  const { job } = line
  const outage = health.find(({ connectionId }) => connectionId === job.connection.id)?.outage ?? null
  // The rest of the context matters only for queued jobs, whose links are in their menus.
  const context = { outage, isPaused: false, queueProblem: null, batch: null }
  const isMovable = job.state === 'queued'
  return (
    findTextButton(job, {
      isMovable,
      canTryAgain: canTryAgain(job, outage),
      waitLink: waitLink(job, context),
    }) !== null
  )
}

/** Keys of the placeholder rows. */
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function QueueSkeleton() {
  return (
    <div className={queueStyles.waiting}>
      {ROWS.map((row) => (
        <Skeleton key={row} height={34} />
      ))}
    </div>
  )
}
