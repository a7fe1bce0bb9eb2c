import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import { lastIndexAtOrBelow } from '../../../lib/virtualList.ts'
import { useScroller } from '../../../ui/useScroller.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { BatchLine } from '../batches/BatchLine.tsx'
import { LINE_HEIGHTS, lineTops, type QueueLine } from '../model/queueLines.ts'
import { usualDurationOf, useExpectedTimes } from '../model/expectedTimes.ts'
import { type Move, useMoveJob } from '../../../widgets/jobs/useMoveJob.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import { QueueRow } from './QueueRow.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import styles from './QueueList.module.css'
import queueStyles from '../Queue.module.css'

interface Props {
  lines: readonly QueueLine[]
  /** Called after each render with the last line needed for the view and the next rows. If it is the last loaded one, more should be loaded. */
  onLastNeeded: (lastNeeded: QueueLine | undefined) => void
  onToggle: (batch: Batch) => void
  /** A filtered list does not show the order of sending, so jobs can only move to the front or the back. */
  isInSendOrder: boolean
}

/** Scroll distance in px after which the rendered rows are computed again. */
const SCROLL_STEP = LINE_HEIGHTS.job
/** Space in px above and below the view whose rows are rendered too, so that scrolling shows no gaps. */
const OVERSCAN_PX = 6 * LINE_HEIGHTS.job
/** More jobs are loaded when fewer rows than this are left below the rendered ones. */
const NEAR_END_ROWS = 40

/** The virtual list: only rows near the viewport are rendered. */
export function QueueList({ lines, onLastNeeded, onToggle, isInSendOrder }: Props) {
  const { ref, height, top, onScroll } = useScroller(SCROLL_STEP)
  const tops = useMemo(() => lineTops(lines), [lines])
  const totalHeight = tops[lines.length] ?? 0
  const first = Math.max(0, lastIndexAtOrBelow(tops, top - OVERSCAN_PX))
  const end = Math.min(lines.length, lastIndexAtOrBelow(tops, top + height + OVERSCAN_PX) + 1)
  useEffect(() => {
    if (height > 0) onLastNeeded(lines[Math.min(lines.length, end + NEAR_END_ROWS) - 1])
  })
  const { onMove, announcement } = useMoveWithFocus(lines, isInSendOrder)
  const times = useExpectedTimes()
  return (
    <div ref={ref} className={rowStyles.scroller} onScroll={onScroll}>
      <ul className={styles.list} aria-label={t('queue.list')} style={{ height: totalHeight + 16 }}>
        {lines.slice(first, end).map((line, offset) => {
          const index = first + offset
          const style = { transform: `translateY(${tops[index] ?? 0}px)`, height: LINE_HEIGHTS[line.kind] }
          const ariaPosition = { 'aria-setsize': lines.length, 'aria-posinset': index + 1 }
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
                <li key={line.batch.id} className={rowStyles.line} style={style} {...ariaPosition}>
                  <BatchLine
                    batch={line.batch}
                    timeLeft={times?.batches.find(({ id }) => id === line.batch.id)?.span}
                    isOpen={line.isOpen}
                    onToggle={onToggle}
                  />
                </li>
              )
            case 'job':
              return (
                <li key={line.job.id} className={rowStyles.line} style={style} {...ariaPosition}>
                  <QueueRow
                    job={line.job}
                    position={line.position}
                    batchPosition={line.batchPosition}
                    usualDuration={usualDurationOf(times, line.job)}
                    onMove={onMove}
                    isInSendOrder={isInSendOrder}
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
  )
}

/** Longer titles are cut in announcements, in characters, because a prompt may be a whole page. */
const MAX_ANNOUNCED_TITLE = 80

/** Moves a row within its group, keeps the focus on it, and announces its position. */
function useMoveWithFocus(lines: readonly QueueLine[], isInSendOrder: boolean) {
  const move = useMoveJob()
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 })
  const latestLines = useRef(lines)
  const focusTargets = useRef<string[]>([])
  useLayoutEffect(() => {
    latestLines.current = lines
    const row = focusTargets.current
      .map((id) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button`))
      .find((button) => button !== null)
    if (focusTargets.current.length > 0) row?.focus()
    focusTargets.current = []
  }, [lines])
  const onMove = useCallback(
    (job: Job, to: Move) => {
      const unsent = latestLines.current.flatMap((line) =>
        line.kind === 'job' && line.job.state === 'queued' && (line.job.batch ?? null) === (job.batch ?? null)
          ? [line.job]
          : [],
      )
      const index = unsent.findIndex(({ id }) => id === job.id)
      // A row that moved far away isn't rendered, so the focus goes to a neighbour.
      if (document.activeElement?.closest('[data-row]'))
        focusTargets.current = [job, unsent[index + 1], unsent[index - 1]].flatMap(
          (target) => target?.id ?? [],
        )
      move(job, isInSendOrder ? unsent : [], to)
      const text = t(`queue.moved_${typeof to === 'string' ? to : 'there'}`, {
        title: job.title.slice(0, MAX_ANNOUNCED_TITLE),
      })
      setAnnouncement(({ count }) => ({ text, count: count + 1 }))
    },
    [move, isInSendOrder],
  )
  return { onMove, announcement }
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
