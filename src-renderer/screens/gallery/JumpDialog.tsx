import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { firstDayOfMonth, monthOfDay, startOfDay, type Timeline } from './core/Timeline.ts'
import styles from './JumpDialog.module.css'

interface Props {
  /** Null until it is known. */
  timeline: Timeline | null
  onClose: () => void
  /** Days since 1970-01-01. */
  onPick: (day: number) => void
}

const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })
const weekdayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short' })
const monthName = (month: number): string => monthFormat.format(startOfDay(firstDayOfMonth(month)))

const DAYS_IN_WEEK = 7
/** 1970-01-05 was a Monday. */
const A_MONDAY = 4
const WEEK = [...Array(DAYS_IN_WEEK).keys()]
/** Days from Monday to a day. */
const weekdayOf = (day: number): number => (((day - A_MONDAY) % DAYS_IN_WEEK) + DAYS_IN_WEEK) % DAYS_IN_WEEK

/** Goes to a month or day of the gallery. Only those with results can be chosen. */
export function JumpDialog({ timeline, onClose, onPick }: Props) {
  const months = timeline?.months() ?? []
  const [chosen, setChosen] = useState<number>()
  const month = chosen ?? months[0]
  const index = month === undefined ? -1 : months.indexOf(month)
  const newestDay = timeline?.days.find((day) => monthOfDay(day) === month)
  return (
    <Dialog
      size="small"
      title={t('filters.jump_title')}
      onClose={onClose}
      actions={
        month !== undefined &&
        newestDay !== undefined && (
          <Button variant="primary" onClick={() => onPick(newestDay)}>
            {t('filters.jump_action', { month: monthName(month) })}
          </Button>
        )
      }
    >
      {timeline === null ? (
        <Spinner label={t('common.loading')} />
      ) : month === undefined ? (
        <EmptyState small title={t('filters.jump_empty')} />
      ) : (
        <>
          <div className={styles.month}>
            <IconButton
              label={t('filters.jump_previous')}
              icon={<ChevronLeft aria-hidden />}
              disabled={index >= months.length - 1}
              onClick={() => setChosen(months[index + 1])}
            />
            <Select
              label={t('filters.jump_month')}
              value={month}
              options={months.map((value) => ({ value, label: monthName(value) }))}
              onValueChange={setChosen}
            />
            <IconButton
              label={t('filters.jump_next')}
              icon={<ChevronRight aria-hidden />}
              disabled={index <= 0}
              onClick={() => setChosen(months[index - 1])}
            />
          </div>
          <Calendar timeline={timeline} month={month} onPick={onPick} />
        </>
      )}
    </Dialog>
  )
}

interface CalendarProps {
  timeline: Timeline
  /** Months since January of year 0. */
  month: number
  onPick: (day: number) => void
}

/** The days of a month, by week. Days without results are plain text. Arrow keys move between the others. */
function Calendar({ timeline, month, onPick }: CalendarProps) {
  const grid = useRef<HTMLDivElement>(null)
  const first = firstDayOfMonth(month)
  const length = firstDayOfMonth(month + 1) - first
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key]
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const index = buttons.findIndex((button) => button === target)
    if (step !== undefined && index !== -1) buttons[index + step]?.focus()
  }
  return (
    <div ref={grid} className={styles.calendar} role="group" aria-label={monthName(month)}>
      {WEEK.map((weekday) => (
        <span key={weekday} className={styles.weekday} aria-hidden>
          {weekdayFormat.format(startOfDay(A_MONDAY + weekday))}
        </span>
      ))}
      {[...Array(length).keys()].map((offset) => {
        const day = first + offset
        const count = timeline.countOfDay(day)
        const column = { gridColumnStart: offset === 0 ? weekdayOf(day) + 1 : undefined }
        return count === 0 ? (
          <span key={day} style={column}>
            {offset + 1}
          </span>
        ) : (
          <button
            key={day}
            type="button"
            style={column}
            aria-label={t('filters.jump_day', { day: dayFormat.format(startOfDay(day)), count })}
            onClick={() => onPick(day)}
            onKeyDown={onKeyDown}
          >
            {offset + 1}
          </button>
        )
      })}
    </div>
  )
}
