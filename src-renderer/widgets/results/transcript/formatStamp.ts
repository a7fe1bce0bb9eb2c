import { formatTime } from '../../../lib/time.ts'

/** Formats a time with milliseconds, as `parseTime` reads it: "1:02.500"; empty for null. */
export function formatStamp(seconds: number | null): string {
  if (seconds === null) return ''
  const ms = Math.round(seconds * 1000)
  return `${formatTime(Math.floor(ms / 1000))}.${String(ms % 1000).padStart(3, '0')}`
}
