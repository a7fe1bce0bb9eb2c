import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatDuration, formatMediaTime, formatEstimate } from './time.ts'

describe('formatDuration', () => {
  test.each([
    [6200, '6.2 s'],
    [9_960, '10 s'],
    [59_600, '1 min'],
    [119_600, '2 min'],
    [200_000, '3 min 20 s'],
    [3_840_000, '1 h 4 min'],
    [47 * 3_600_000, '47 h'],
    [625.4 * 3_600_000, '26 days'],
  ])('%d ms are %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })
})

describe('formatMediaTime', () => {
  test.each([
    [0, '0:00'],
    [7.96, '0:07'],
    [62, '1:02'],
    [3723.4, '1:02:03'],
    [-1, '0:00'],
    [Infinity, '–:––'],
    [Number.NaN, '–:––'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(formatMediaTime(seconds)).toBe(text)
  })

  test.each([
    [7.4, '0:07.4'],
    [0.3, '0:00.3'],
    [59.99, '0:59.9'],
    [60, '1:00.0'],
  ])('%d seconds with tenths are %s', (seconds, text) => {
    expect(formatMediaTime(seconds, true)).toBe(text)
  })
})

describe('formatEstimate', () => {
  test.each([
    [[200, 700], '~1 s'],
    [[9100, 13_900], '~9–14 s'],
    [[60_000, 150_000], '~1–3 min'],
    [[3_000_000, 9_000_000], '~1–3 h'],
  ] as const)('%j is %s', (range, text) => {
    expect(formatEstimate(range)).toBe(text)
  })
})

const SystemFormat = Intl.DateTimeFormat

/** The module, on a system with this language. */
async function loadFor(language: string) {
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locales, options) {
    return new SystemFormat(locales ?? language, options)
  })
  vi.resetModules()
  return import('./time.ts')
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

describe('a date is English, with the order and the clock of the region, on a system in', () => {
  test.each([
    ['en-US', 'Nov 3, 2026, 2:05 PM', 'Tuesday, November 3'],
    ['de-DE', '3 Nov 2026, 14:05', 'Tuesday, 3 November'],
    ['fr', '3 Nov 2026, 14:05', 'Tuesday, 3 November'],
    ['pt-BR', 'Nov 3, 2026, 14:05', 'Tuesday, November 3'],
    ['th-TH', 'Nov 3, 2026, 14:05', 'Tuesday, November 3'],
    ['eo', '3 Nov 2026, 14:05', 'Tuesday, 3 November'],
  ])('%s', async (language, dateTime, day) => {
    const { createDateFormat } = await loadFor(language)
    const time = new Date(2026, 10, 3, 14, 5)
    const text = createDateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(time)
    expect(text.replaceAll('\u202f', ' ')).toBe(dateTime)
    expect(createDateFormat({ weekday: 'long', day: 'numeric', month: 'long' }).format(time)).toBe(day)
  })
})
