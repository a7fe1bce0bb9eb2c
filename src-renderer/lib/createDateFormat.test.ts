import { afterEach, describe, expect, test, vi } from 'vitest'

const SystemFormat = Intl.DateTimeFormat

/** The module, on a system with this language. */
async function loadFor(language: string) {
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locales, options) {
    return new SystemFormat(locales ?? language, options)
  })
  vi.resetModules()
  return import('./createDateFormat.ts')
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
