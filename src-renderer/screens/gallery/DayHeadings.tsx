import { formatDay } from '../../lib/time.ts'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/layout/text.module.css'
import type { DaySection } from './core/tileLayout.ts'
import styles from './Gallery.module.css'

interface Props {
  days: DaySection[]
  sections: { section: number; top: number; bottom: number }[]
  /** Whether the last day is loaded completely, so that its count is correct. */
  isLastComplete: boolean
  /** The same for the first day, which may be loaded from its end. */
  isFirstComplete: boolean
}

const count = new Intl.NumberFormat('en')

/** The heading of each day, sticky while its images scroll. */
export function DayHeadings({ days, sections, isLastComplete, isFirstComplete }: Props) {
  return sections.map(({ section, top, bottom }) => {
    const day = days[section]
    if (day === undefined) return null
    const isComplete = (isLastComplete || section < days.length - 1) && (isFirstComplete || section > 0)
    return (
      <div key={day.day} className={styles.band} style={{ top, height: bottom - top }}>
        <h2 className={styles.day}>
          {formatDay(day.day, Date.now())}
          {isComplete && (
            <span className={classes(textStyles.quiet, styles.count)}>{count.format(day.count)}</span>
          )}
        </h2>
      </div>
    )
  })
}
