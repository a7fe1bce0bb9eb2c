import { firstDayOfMonth, monthOfDay, startOfDay } from '../../../../src-preload/shared/calendar.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { createDateFormat } from '../../../lib/format/time.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import {
  A_MONDAY,
  DAYS_IN_WEEK,
  dayAfterKey,
  weekdayOf,
  weeksOfMonth,
} from '../core/timeline/calendarKeys.ts'
import { type Timeline } from '../core/timeline/Timeline.ts'
import styles from './JumpDialog.module.css'

interface Props {
  /** Null until it is known. */
  timeline: Timeline | null
  /** The day of the first result in view, in days since 1970-01-01; undefined if it isn't known. */
  shownDay: number | undefined
  onClose: () => void
  /** Days since 1970-01-01. */
  onPick: (day: number) => void
}

const monthFormat = createDateFormat({ month: 'long', year: 'numeric' })
const dayFormat = createDateFormat({ dateStyle: 'long' })
const shortWeekdayFormat = createDateFormat({ weekday: 'short' })
const weekdayFormat = createDateFormat({ weekday: 'long' })
const monthName = (month: number): string => monthFormat.format(startOfDay(firstDayOfMonth(month)))

/** The dialog that jumps to a month or day of the gallery. Only those with results can be chosen. */
export function JumpDialog({ timeline, shownDay, onClose, onPick }: Props) {
  const months = timeline?.months() ?? []
  const [chosenDay, setChosenDay] = useState<number>()
  const day = chosenDay ?? (timeline?.days.includes(shownDay ?? NaN) ? shownDay : timeline?.days[0])
  const month = day === undefined ? undefined : monthOfDay(day)
  const index = month === undefined ? -1 : months.indexOf(month)
  /** The first one in the list. */
  const firstDayOf = (shownMonth: number | undefined) =>
    timeline?.days.find((candidate) => monthOfDay(candidate) === shownMonth)
  const firstDay = firstDayOf(month)
  const showMonth = (next: number | undefined) => setChosenDay(firstDayOf(next))
  return (
    <Dialog
      size="small"
      title={t('filters.jump_title')}
      onClose={onClose}
      actions={
        month !== undefined &&
        firstDay !== undefined && (
          <Button variant="primary" onClick={() => onPick(firstDay)}>
            {t('filters.jump_action', { month: monthName(month) })}
          </Button>
        )
      }
    >
      {timeline === null ? (
        <Spinner label={t('common.loading')} />
      ) : month === undefined || day === undefined ? (
        <EmptyState small title={t('filters.jump_empty')} />
      ) : (
        <>
          <div className={styles.month}>
            <IconButton
              label={t('filters.jump_previous')}
              icon={<ChevronLeft aria-hidden />}
              // Not `disabled`, which would lose the focus.
              aria-disabled={index >= months.length - 1}
              onClick={() => index < months.length - 1 && showMonth(months[index + 1])}
            />
            <Select
              label={t('filters.jump_month')}
              value={month}
              options={months.map((value) => ({ value, label: monthName(value) }))}
              onValueChange={showMonth}
            />
            <IconButton
              label={t('filters.jump_next')}
              icon={<ChevronRight aria-hidden />}
              aria-disabled={index <= 0}
              onClick={() => index > 0 && showMonth(months[index - 1])}
            />
          </div>
          <Calendar timeline={timeline} months={months} day={day} onDay={setChosenDay} onPick={onPick} />
        </>
      )}
    </Dialog>
  )
}

interface CalendarProps {
  timeline: Timeline
  months: readonly number[]
  /** The day that Tab focuses; its month is shown. */
  day: number
  onDay: (day: number) => void
  onPick: (day: number) => void
}

/** The days of a month, by week. Arrow keys reach all days; only those with results can be chosen. */
function Calendar({ timeline, months, day, onDay, onPick }: CalendarProps) {
  const focused = useRef<HTMLButtonElement>(null)
  const wasMoved = useRef(false)
  useEffect(() => {
    if (wasMoved.current) focused.current?.focus()
    wasMoved.current = false
  })
  const month = monthOfDay(day)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const next = dayAfterKey(event.key, day, months)
    if (next === undefined) return
    event.preventDefault()
    wasMoved.current = next !== day
    onDay(next)
  }
  return (
    <div
      role="grid"
      tabIndex={-1}
      className={styles.calendar}
      aria-label={monthName(month)}
      aria-colcount={DAYS_IN_WEEK}
      onKeyDown={onKeyDown}
    >
      <div role="row" className={styles.weekdays}>
        {Array.from({ length: DAYS_IN_WEEK }, (_, weekday) => {
          const time = startOfDay(A_MONDAY + weekday)
          return (
            <span key={weekday} role="columnheader" aria-label={weekdayFormat.format(time)}>
              {shortWeekdayFormat.format(time)}
            </span>
          )
        })}
      </div>
      {weeksOfMonth(month).map((week) => (
        <div key={week[0]} role="row">
          {week.map((other) => {
            const count = timeline.countOfDay(other)
            const name = { day: dayFormat.format(startOfDay(other)), count }
            const column = weekdayOf(other) + 1
            return (
              <div key={other} role="gridcell" aria-colindex={column} style={{ gridColumnStart: column }}>
                <button
                  ref={other === day ? focused : undefined}
                  type="button"
                  tabIndex={other === day ? 0 : -1}
                  aria-label={t(count === 0 ? 'filters.jump_day_empty' : 'filters.jump_day', name)}
                  aria-disabled={count === 0}
                  onFocus={() => onDay(other)}
                  onClick={() => count > 0 && onPick(other)}
                >
                  {other - firstDayOfMonth(month) + 1}
                </button>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
