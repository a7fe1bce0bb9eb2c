import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import { startOf } from '../../../lib/startOf.ts'
import { lastIndexAtOrBelow } from '../../../lib/virtualList.ts'
import { useScroller } from '../../../ui/useScroller.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { BatchLine } from '../batches/BatchLine.tsx'
import { countItems, LINE_HEIGHTS, lineTops, type QueueLine } from '../model/queueLines.ts'
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
  /** Called after each render with the last line that should be loaded by now. If none is loaded after it, more should be loaded. */
  onLastNeeded: (lastNeeded: QueueLine | undefined) => void
  onToggle: (batch: Batch) => void
  /** Whether the jobs are in the order of sending. If not, a job can't be moved one step, because its neighbours aren't shown. */
  isInSendOrder: boolean
}

/** Scroll distance in px after which the rendered rows are computed again. */
const SCROLL_STEP = LINE_HEIGHTS.job
/** Space in px above and below the view whose rows are rendered too, so that scrolling shows no gaps. */
const OVERSCAN_PX = 6 * LINE_HEIGHTS.job
/** The list should be loaded up to this many lines below the rendered ones. */
const PRELOADED_LINES = 40
/** Space in px below the last line. */
const BOTTOM_SPACE = 16

/** The virtual list: only rows near the viewport are rendered. */
export function QueueList({ lines, onLastNeeded, onToggle, isInSendOrder }: Props) {
  const { ref, height, top, onScroll } = useScroller(SCROLL_STEP)
  const tops = useMemo(() => lineTops(lines), [lines])
  const itemCounts = useMemo(() => countItems(lines), [lines])
  const totalHeight = tops[lines.length] ?? 0
  const first = Math.max(0, lastIndexAtOrBelow(tops, top - OVERSCAN_PX))
  const end = Math.min(lines.length, lastIndexAtOrBelow(tops, top + height + OVERSCAN_PX) + 1)
  useEffect(() => {
    if (height > 0) onLastNeeded(lines[Math.min(lines.length, end + PRELOADED_LINES) - 1])
  })
  const { onMove, announcement } = useMoveWithFocus(lines, isInSendOrder)
  const times = useExpectedTimes()
  return (
    <div ref={ref} className={rowStyles.scroller} onScroll={onScroll}>
      <ul className={styles.list} aria-label={t('queue.list')} style={{ height: totalHeight + BOTTOM_SPACE }}>
        {lines.slice(first, end).map((line, offset) => {
          const index = first + offset
          const style = { transform: `translateY(${tops[index] ?? 0}px)`, height: LINE_HEIGHTS[line.kind] }
          const ariaPosition = { 'aria-setsize': itemCounts.at(-1), 'aria-posinset': itemCounts[index] }
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
                    timeLeft={times?.batches.find(({ id }) => id === line.batch.id)?.timeLeft}
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

/** Maximum length of a title in an announcement, in characters; a title may be a prompt of a whole page. */
const MAX_ANNOUNCED_TITLE = 80

/** Moves a job in the order of sending, keeps the focus on its row, and announces the move. */
function useMoveWithFocus(lines: readonly QueueLine[], isInSendOrder: boolean) {
  const move = useMoveJob()
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 })
  const latestLines = useRef(lines)
  /** The row that had the focus at a move, and the jobs whose rows may get it: the first one that is rendered. */
  const focusMove = useRef<{ from: Element; to: readonly string[] } | null>(null)
  useLayoutEffect(() => {
    latestLines.current = lines
    const pending = focusMove.current
    focusMove.current = null
    const focused = document.activeElement
    const hasFocusElsewhere =
      focused && focused !== document.body && focused.closest('[data-row]') !== pending?.from
    if (pending === null || hasFocusElsewhere) return
    pending.to
      .map((id) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button`))
      .find((button) => button !== null)
      ?.focus()
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
      const targets = [job, unsent[index + 1], unsent[index - 1]].flatMap((target) => target?.id ?? [])
      const from = document.activeElement?.closest('[data-row]')
      const pending = from ? { from, to: targets } : null
      focusMove.current = pending
      const moveAndAnnounce = async () => {
        if (await move(job, isInSendOrder ? unsent : [], to)) {
          const title = startOf(job.title, MAX_ANNOUNCED_TITLE)
          const text = t(`queue.moved_${typeof to === 'string' ? to : 'before'}`, { title })
          setAnnouncement(({ count }) => ({ text, count: count + 1 }))
        } else if (focusMove.current === pending) focusMove.current = null
      }
      void moveAndAnnounce()
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
