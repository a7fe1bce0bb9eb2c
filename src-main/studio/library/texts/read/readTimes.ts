import { parseTimestamp } from './readTimestamped.ts'

export type Fields = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const firstDefined = (fields: Fields, names: readonly string[]): unknown =>
  names.map((name) => fields[name]).find((value) => value !== undefined && value !== null)

/** The start and the end of a segment or word in seconds; null if it isn't stated. */
export type Times = [start: number | null, end: number | null]

/** Members with times in other units than seconds: start, end or length, and units per second. */
const UNITS = [
  ['start_ms', 'end_ms', '', 1000],
  ['startMs', 'endMs', '', 1000],
  ['offsetMilliseconds', '', 'durationMilliseconds', 1000],
  ['tStartMs', '', 'dDurationMs', 1000],
  ['offsetInTicks', '', 'durationInTicks', 10_000_000],
  ['Offset', '', 'Duration', 10_000_000],
] as const

/**
 * Reads the times of a segment or word. `perSecond`: the unit of plain numbers; `onNumbers` receives those that are
 * both plain numbers.
 */
export function readTimes(
  item: Fields,
  perSecond: number,
  onNumbers: (start: number, end: number) => void,
): Times {
  const toSeconds = (value: unknown): number | null => {
    if (typeof value === 'number') return Number.isFinite(value) ? value / perSecond : null
    return typeof value === 'string' ? parseTimestamp(value) : null
  }
  const pair = firstDefined(item, ['timestamp', 'timestamps', 'time'])
  const numbers = (start: unknown, end: unknown): Times => {
    if (typeof start === 'number' && typeof end === 'number') onNumbers(start, end)
    return [toSeconds(start), toSeconds(end)]
  }
  if (Array.isArray(pair)) return numbers(pair[0], pair[1])
  if (isRecord(item['offsets']))
    return [inUnits(item['offsets']['from'], 1000), inUnits(item['offsets']['to'], 1000)]
  if (isRecord(pair))
    return [toSeconds(firstDefined(pair, ['from', 'start'])), toSeconds(firstDefined(pair, ['to', 'end']))]
  for (const [startName, endName, lengthName, units] of UNITS) {
    const start = inUnits(item[startName], units)
    if (start === null) continue
    const length = inUnits(item[lengthName], units)
    return [start, inUnits(item[endName], units) ?? (length === null ? null : start + length)]
  }
  const start = firstDefined(item, ['start', 'start_time', 'startTime', 'ts', 'from', 'offset']) ?? pair
  const end = firstDefined(item, ['end', 'end_time', 'endTime', 'end_ts', 'to'])
  const [from, to] = numbers(start, end)
  const length = toSeconds(item['duration'])
  return [from, to ?? (from !== null && length !== null ? from + length : null)]
}

const inUnits = (value: unknown, perSecond: number): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number / perSecond : null
}
