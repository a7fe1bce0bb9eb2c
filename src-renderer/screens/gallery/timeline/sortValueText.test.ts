import { expect, it } from 'vitest'
import { shortSortValueText, sortValueText } from './sortValueText.ts'

it.each([
  ['price', 5_266_000, '$0.005266', '$0.0053'],
  ['price', 367_500_000, '$0.3675', '$0.37'],
  ['price', 12_345_000_000, '$12.345', '$12.00'],
  ['price', 0, '$0.00', '$0.00'],
  ['duration', 9100, '9.1 s', '9.1 s'],
  ['duration', 750_000, '12 min 30 s', '13 min'],
  ['duration', 5_500_000, '1 h 31 min', '2 h'],
  ['size', 161_234, '161 KB', '161 KB'],
  ['size', null, 'None', 'None'],
] as const)('the %s %s is "%s", beside the rail "%s"', (by, value, text, short) => {
  expect(sortValueText(by, value)).toBe(text)
  expect(shortSortValueText(by, value)).toBe(short)
})
