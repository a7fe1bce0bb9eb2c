import { useSyncExternalStore } from 'react'
import { dayOfTime, dayText } from '../../../src-preload/shared/calendar.ts'
import { t } from '../../i18n/t.ts'

const { locale, hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
const { region = '001' } = new Intl.Locale(locale).maximize()
const dateLocale = new Intl.Locale('en', { region, calendar: 'gregory', ...(hourCycle && { hourCycle }) })

/** A date format in the language of the texts, with the order of the system's region and its 12-hour or 24-hour clock. */
export const createDateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(dateLocale, options)

const clockFormat = createDateFormat({ timeStyle: 'short' })
const dateTimeFormat = createDateFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** "6.2 s", "48 s", "3 min 20 s", "1 h 4 min", "26 days". */
export function formatDuration(ms: number): string {
  // From 9.95 s on, the tenths would be rounded up to 10.0.
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 > 0 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return minutes % 60 > 0 ? `${hours} h ${minutes % 60} min` : `${hours} h`
}

/** "14:05". */
export const formatClock = (time: number): string => clockFormat.format(time)

/** "17 Nov 2026, 14:05". */
export const formatDateTime = (time: number): string => dateTimeFormat.format(time)

/** "14:05", with the date if it is not today. */
export const formatTimeOrDateTime = (time: number, now = Date.now()): string =>
  dayKey(time) === dayKey(now) ? formatClock(time) : formatDateTime(time)

/** The local calendar day as `YYYY-MM-DD`, for grouping. */
export function dayKey(time: number): string {
  return dayText(dayOfTime(time))
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** Compensates rounding errors of media times, in seconds: 2.9999999 is shown as 3.0. */
const ROUNDING_S = 1e-6

/** A position in a media file: "0:07", "1:02:03"; with tenths of a second "0:07.4". */
export function formatMediaTime(seconds: number, withTenths = false): string {
  if (!Number.isFinite(seconds)) return '–:––'
  const whole = Math.max(0, Math.floor(withTenths ? seconds + ROUNDING_S : seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const text = `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(whole % 60)}`
  if (!withTenths) return text
  return `${text}.${Math.floor((Math.max(0, seconds) + ROUNDING_S - whole) * 10)}`
}

/** "9–14 s", "2–3 min": a range of durations given in ms. */
export function formatDurationRange([from, to]: readonly [number, number]): string {
  const [unit, size] = to < 90_000 ? ['s', 1000] : to < 5_400_000 ? ['min', 60_000] : ['h', 3_600_000]
  const [lower, upper] = [Math.max(1, Math.floor(from / size)), Math.max(1, Math.ceil(to / size))]
  return lower === upper ? `${lower} ${unit}` : `${lower}–${upper} ${unit}`
}

/** A range of durations as an estimate: "~9–14 s". */
export const formatEstimate = (span: readonly [number, number]): string => `~${formatDurationRange(span)}`

/** Units of time in ms. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** "just now", "2 min ago", "3 h ago", or the date if it is more than a day ago or in the future. */
export function formatAgo(time: number, now: number): string {
  const age = now - time
  // `now` may have been read before a new event happened.
  if (age < -MINUTE || age >= 24 * HOUR) return formatDateTime(time)
  if (age < MINUTE) return t('balance.just_now')
  if (age < HOUR) return t('balance.minutes_ago', { count: Math.floor(age / MINUTE) })
  return t('balance.hours_ago', { count: Math.floor(age / HOUR) })
}

/** In ms. */
const SECOND = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Subscribes to one timer for all components that show a running time. It is stopped while there are none. */
const subscribe = (onTick: () => void) => {
  listeners.add(onTick)
  timer ??= setInterval(() => {
    for (const listener of listeners) listener()
  }, SECOND)
  return () => {
    listeners.delete(onTick)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
const neverUpdates = () => () => undefined
const currentSecond = (): number => Math.floor(Date.now() / SECOND) * SECOND

/** The current time in whole seconds. It updates every second while `isTicking`, otherwise only with the caller's next render. */
export const useNow = ({ isTicking }: { isTicking: boolean }): number =>
  useSyncExternalStore(isTicking ? subscribe : neverUpdates, currentSecond)
