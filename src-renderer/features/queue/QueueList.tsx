import { useEffect, useMemo } from 'react'
import { t } from '../../i18n/t.ts'
import { lastAtOrBelow } from '../../lib/lastAtOrBelow.ts'
import { useScroller } from '../../ui/useScroller.ts'
import { LINE_HEIGHTS, lineTops, type QueueLine } from './model/queueLines.ts'
import styles from './QueueList.module.css'
import { QueueRow } from './QueueRow.tsx'

interface Props {
  lines: QueueLine[]
  onEnd: () => void
}

const STEP = 54
const AHEAD = 6 * STEP

/** The windowed list: only rows near the view exist. */
export function QueueList({ lines, onEnd }: Props) {
  const { ref, height, top, onScroll } = useScroller(STEP)
  const tops = useMemo(() => lineTops(lines), [lines])
  const whole = tops[lines.length] ?? 0
  const first = Math.max(0, lastAtOrBelow(tops, top - AHEAD))
  const end = Math.min(lines.length, lastAtOrBelow(tops, top + height + AHEAD) + 1)
  useEffect(() => {
    if (height > 0 && top + height * 2 > whole) onEnd()
  })
  return (
    <div ref={ref} className={styles.scroller} onScroll={onScroll}>
      <ul className={styles.list} aria-label={t('queue.list')} style={{ height: whole + 16 }}>
        {lines.slice(first, end).map((line, offset) => {
          const index = first + offset
          const place = { transform: `translateY(${tops[index] ?? 0}px)`, height: LINE_HEIGHTS[line.kind] }
          return line.kind === 'heading' ? (
            <li key={line.section} className={styles.heading} style={place}>
              <h2>{t(`queue.${line.section}`)}</h2>
            </li>
          ) : (
            <li
              key={line.job.id}
              className={styles.line}
              style={place}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
            >
              <QueueRow job={line.job} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
