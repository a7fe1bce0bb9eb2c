import { expect, it } from 'vitest'
import { periodSchema } from '../contract/types/spend.ts'
import { isReportDay } from './reportDay.ts'

it('a report begins and ends on days of the calendar from 2000 to 2099', () => {
  for (const day of ['2000-01-01', '2024-02-29', '2099-12-31']) expect(isReportDay(day), day).toBe(true)
  for (const day of ['1999-12-31', '2100-01-01', '0002-11-26', '2026-02-30', '2026-11-1', '', null])
    expect(isReportDay(day), String(day)).toBe(false)
})

it('a period outside these years, or one that ends before it begins, is rejected', () => {
  const accepts = (from: string, to: string) => periodSchema.safeParse({ from, to }).success
  expect(accepts('2026-11-01', '2026-11-26')).toBe(true)
  expect(accepts('0002-11-01', '2026-11-26')).toBe(false)
  expect(accepts('2026-11-01', '9999-12-31')).toBe(false)
  expect(accepts('2026-11-26', '2026-11-01')).toBe(false)
})
