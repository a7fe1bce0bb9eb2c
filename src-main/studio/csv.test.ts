import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvDollars, csvLine } from './csv.ts'

it.each([
  [0, '0'],
  [4_213_000, '0.004213'],
  [1, '0.000000001'],
  [19_720_000_000, '19.72'],
  [3_000_000_000, '3'],
])('writes %i nano-dollars as %s', (nano, text) => expect(csvDollars(nano)).toBe(text))

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '|cmd', '%0'])(
  'puts an apostrophe before %j, so that no spreadsheet runs it',
  (text) => expect(csvLine([text])).toMatch(/^"?'/),
)

it('writes any text so that it can be read back, on one line', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ';', ' ', 'é', '🎨', '=') })
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1 }), (rows) => {
      const text = rows.map((row) => csvLine(row)).join('')
      const read: string[][] = parse(text, { relax_column_count: false, record_delimiter: '\r\n' })
      expect(read.map((row) => row.map((text) => text.replace(/^'/, '')))).toEqual(rows)
    }),
  )
})
