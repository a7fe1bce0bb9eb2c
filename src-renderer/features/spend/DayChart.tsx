import { useState } from 'react'
import type { SpendSummary } from '../../../src-preload/contract/types/spend.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../lib/money.ts'
import { Button } from '../../ui/Button.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './DayChart.module.css'
import { type DayBar, dayBars } from './model/dayBars.ts'

const DAYS = 30
const axis = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const named = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'long' })

/** Noon of a `YYYY-MM-DD`, local: no change of clock moves it to another day. */
const dateOf = (day: string): Date => new Date(`${day}T12:00:00`)

/** Quotes of the last thirty days as bars, or as a table of the same. */
export function DayChart({ byDay }: { byDay: SpendSummary['byDay'] }) {
  const [table, setTable] = useState(false)
  const [now] = useState(() => Date.now())
  const bars = dayBars(byDay, now, DAYS)
  const most = Math.max(0, ...bars.map(({ quoted }) => quoted))
  return (
    <section className={styles.chart} aria-label={t('spend.by_day')}>
      <header className={styles.head}>
        <h2>{t('spend.by_day')}</h2>
        <span className={styles.most}>{most > 0 && t('spend.most', { price: formatMoney(most) })}</span>
        <Button size="small" look="quiet" onClick={() => setTable(!table)}>
          {table ? t('spend.as_bars') : t('spend.as_table')}
        </Button>
      </header>
      {table ? <DayTable bars={bars} /> : <Bars bars={bars} />}
    </section>
  )
}

function Bars({ bars }: { bars: DayBar[] }) {
  return (
    <div className={styles.plot}>
      <ul className={styles.bars}>
        {bars.map(({ day, quoted, part }) => {
          const words = t('spend.bar', { day: named.format(dateOf(day)), price: formatMoney(quoted) })
          return (
            <li key={day} className={styles.slot} title={words}>
              <span className={styles.bar} style={{ '--part': part }} aria-hidden />
              <VisuallyHidden>{words}</VisuallyHidden>
            </li>
          )
        })}
      </ul>
      <div className={styles.axis} aria-hidden>
        {[0, 10, 20, DAYS - 1].map((index) => {
          const day = bars[index]?.day
          return <span key={index}>{day && axis.format(dateOf(day))}</span>
        })}
      </div>
    </div>
  )
}

function DayTable({ bars }: { bars: DayBar[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('spend.day')}</th>
          <th scope="col">{t('spend.jobs_head')}</th>
          <th scope="col">{t('spend.quoted')}</th>
        </tr>
      </thead>
      <tbody>
        {bars
          .filter(({ jobs }) => jobs > 0)
          .reverse()
          .map(({ day, jobs, quoted }) => (
            <tr key={day}>
              <th scope="row">{named.format(dateOf(day))}</th>
              <td>{jobs}</td>
              <td>{formatMoney(quoted)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
