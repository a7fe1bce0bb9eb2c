import { formatDay } from '../../lib/time.ts'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import styles from './Gallery.module.css'
import type { DaySection } from './model/groupByDay.ts'

interface Props {
  days: DaySection[]
  sections: { section: number; top: number; bottom: number }[]
  /** Whether the last day is loaded to its end, so that its count is true. */
  lastIsWhole: boolean
  /** The same of the first, which may be loaded from its end. */
  firstIsWhole: boolean
}

const count = new Intl.NumberFormat('en')

/** The heading of each day, sticky while its images scroll. */
export function DayHeadings({ days, sections, lastIsWhole, firstIsWhole }: Props) {
  return sections.map(({ section, top, bottom }) => {
    const day = days[section]
    if (day === undefined) return null
    const whole = (lastIsWhole || section < days.length - 1) && (firstIsWhole || section > 0)
    return (
      <div key={day.day} className={styles.band} style={{ top, height: bottom - top }}>
        <h2 className={styles.day}>
          {formatDay(day.day, Date.now())}
          {whole && (
            <span className={classes(textStyles.quiet, styles.count)}>{count.format(day.count)}</span>
          )}
        </h2>
      </div>
    )
  })
}
