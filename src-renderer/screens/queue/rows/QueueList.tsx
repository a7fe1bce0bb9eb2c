import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import { lastAtOrBelow } from '../../../lib/lastAtOrBelow.ts'
import { useScroller } from '../../../ui/useScroller.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { BatchLine } from '../batches/BatchLine.tsx'
import { LINE_HEIGHTS, lineTops, type QueueLine } from '../model/queueLines.ts'
import { usualOf } from '../model/timeLeft.ts'
import { type Move, useMoves } from '../../../widgets/jobs/model/useMoves.ts'
import { useTimes } from '../model/useTimes.ts'
import rowStyles from '../../../ui/row.module.css'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/text.module.css'
import styles from './QueueList.module.css'
import { QueueRow } from './QueueRow.tsx'

interface Props {
  lines: readonly QueueLine[]
  /** Called when the visible rows are near the end of the loaded ones; `bottom` is the last visible row. */
  onEnd: (bottom: QueueLine | undefined) => void
  onToggle: (batch: Batch) => void
  /** A filtered list does not show the order of sending, so jobs can only move to the front or the back. */
  ordered: boolean
}

const STEP = 54
const AHEAD = 6 * STEP

/** The virtual list: only rows near the viewport are rendered. */
export function QueueList({ lines, onEnd, onToggle, ordered }: Props) {
  const { ref, height, top, onScroll } = useScroller(STEP)
  const tops = useMemo(() => lineTops(lines), [lines])
  const whole = tops[lines.length] ?? 0
  const first = Math.max(0, lastAtOrBelow(tops, top - AHEAD))
  const end = Math.min(lines.length, lastAtOrBelow(tops, top + height + AHEAD) + 1)
  useEffect(() => {
    if (height > 0) onEnd(lines[Math.min(lines.length, end + 40) - 1])
  })
  const { onMove, said } = useMoveInPlace(lines, ordered)
  const times = useTimes()
  return (
    <div ref={ref} className={rowStyles.scroller} onScroll={onScroll}>
      <ul className={styles.list} aria-label={t('queue.list')} style={{ height: whole + 16 }}>
        {lines.slice(first, end).map((line, offset) => {
          const index = first + offset
          const place = { transform: `translateY(${tops[index] ?? 0}px)`, height: LINE_HEIGHTS[line.kind] }
          const position = { 'aria-setsize': lines.length, 'aria-posinset': index + 1 }
          switch (line.kind) {
            case 'space':
              return null
            case 'heading':
              return (
                <li key={line.section} className={classes(rowStyles.line, styles.heading)} style={place}>
                  <h2 className={textStyles.label}>{t(`queue.${line.section}`)}</h2>
                </li>
              )
            case 'batch':
              return (
                <li key={line.batch.id} className={rowStyles.line} style={place} {...position}>
                  <BatchLine
                    batch={line.batch}
                    left={times?.batches.find(({ id }) => id === line.batch.id)?.span}
                    open={line.open}
                    onToggle={onToggle}
                  />
                </li>
              )
            case 'job':
              return (
                <li key={line.job.id} className={rowStyles.line} style={place} {...position}>
                  <QueueRow
                    job={line.job}
                    place={line.place}
                    part={line.part}
                    usual={usualOf(times, line.job)}
                    onMove={onMove}
                    ordered={ordered}
                  />
                </li>
              )
          }
        })}
      </ul>
      <output>
        <VisuallyHidden>{said}</VisuallyHidden>
      </output>
    </div>
  )
}

/** Moves a row within its group, keeps the focus on it, and announces its position. */
function useMoveInPlace(lines: readonly QueueLine[], ordered: boolean) {
  const move = useMoves()
  const [said, setSaid] = useState('')
  const latest = useRef(lines)
  const focused = useRef<string[]>([])
  useLayoutEffect(() => {
    latest.current = lines
    const row = focused.current
      .map((id) => document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button`))
      .find((button) => button !== null)
    if (focused.current.length > 0) row?.focus()
    focused.current = []
  }, [lines])
  const onMove = useCallback(
    (job: Job, to: Move) => {
      const unsent = latest.current.flatMap((line) =>
        line.kind === 'job' && line.job.state === 'queued' && (line.job.batch ?? null) === (job.batch ?? null)
          ? [line.job]
          : [],
      )
      const at = unsent.findIndex(({ id }) => id === job.id)
      // A row that moved far away is not rendered: the focus goes to the row in its old place.
      if (document.activeElement?.closest('[data-row]'))
        focused.current = [job, unsent[at + 1], unsent[at - 1]].flatMap((one) => one?.id ?? [])
      move(job, ordered ? unsent : [], to)
      setSaid(t(`queue.moved_${typeof to === 'string' ? to : 'there'}`, { title: job.title.slice(0, 80) }))
    },
    [move, ordered],
  )
  return { onMove, said }
}
