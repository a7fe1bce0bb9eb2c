const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** "812 B", "1.4 MB", "41.6 GB": powers of 1000, as in file managers. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  // A value that would be rounded to 1000 is shown in the next unit.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1
  return `${value.toFixed(digits)} ${UNITS[unit] ?? 'B'}`
}

const MEBIBYTE = 1024 * 1024

/** Limits are whole mebibytes, which are commonly shown as megabytes: "10 MB". */
export const formatByteLimit = (bytes: number): string =>
  bytes % MEBIBYTE === 0 ? `${bytes / MEBIBYTE} MB` : formatBytes(bytes)
