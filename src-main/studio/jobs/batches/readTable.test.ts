import fc from 'fast-check'
import { expect, it } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { cellValue } from './cellValue.ts'
import { readTable } from './readTable.ts'

function problemOf(text: string): unknown {
  try {
    return readTable(text, 'csv').columns.length
  } catch (error) {
    return error instanceof StudioError ? error.problem.code : error
  }
}

it('makes equal column names unique, even thousands of them', () => {
  const { columns } = readTable(`${Array.from({ length: 10_000 }, () => 'a').join(',')}\n1`, 'csv')
  expect([columns[0], columns[1], columns[9_999]]).toEqual(['a', 'a 2', 'a 10000'])
  expect(new Set(columns).size).toBe(10_000)
})

it('keeps column names unique if some of them already look numbered', () => {
  expect(readTable('a,a 2,a,a', 'csv').columns).toEqual(['a', 'a 2', 'a 3', 'a 4'])
})

it('rejects a header with too many columns', () => {
  expect(problemOf('a,'.repeat(10_000))).toBe('table_broken')
})

it('rejects a long header with many short rows before padding them', () => {
  const text = `${'a,'.repeat(5_000)}\n${'x\n'.repeat(5_000)}`
  expect(problemOf(text)).toBe('table_broken')
})

const numberField = (kind: 'integer' | 'number' | 'seed') => ({
  kind,
  name: 'n',
  label: 'N',
  required: false,
  section: 'main' as const,
  min: 0,
  max: 2 ** 31,
})

it.each([
  ['number', '3,5', 3.5],
  ['number', '4,25', 4.25],
  ['number', '1.000,5', 1000.5],
  ['number', '３．５', 3.5],
  ['number', '1,000', '1,000'],
  ['integer', '7 680', 7680],
  ['integer', '٧٦٨', 768],
  ['integer', '1.024', '1.024'],
  ['seed', '2.140.937.115', 2_140_937_115],
] as const)('reads a cell for a %s as number boxes do: %s', (kind, cell, value) => {
  expect(cellValue(numberField(kind), 'n', cell)).toEqual({ n: value })
})

it('reads sizes and weights of LoRAs in any notation, and keeps what is none', () => {
  const base = { name: 'it', label: 'It', required: false, section: 'main' as const }
  const size = { ...base, kind: 'size' as const, width: {}, height: {}, presets: [] }
  expect(cellValue(size, 'size', '１０２４ｘ７６８')).toEqual({ width: 1024, height: 768 })
  expect(cellValue(size, 'size', 'large')).toEqual({ width: 'large', height: 'large' })
  const weight = { min: 0, max: 2, step: 0.1, default: 1 }
  const loras = { ...base, kind: 'loras' as const, options: [], weight }
  expect(cellValue(loras, 'it', 'ink:0,8; film grain：1.2；https://example.com/a; b:soft')).toEqual({
    it: [
      { name: 'ink', weight: 0.8 },
      { name: 'film grain', weight: 1.2 },
      { name: 'https://example.com/a', weight: 1 },
      { name: 'b:soft', weight: 1 },
    ],
  })
})

const read = (text: string) => {
  const { columns, rows, surplus } = readTable(text, 'csv')
  return { columns, rows, surplus: [...surplus] }
}

it('uses the separator that the first line names', () => {
  const expected = { columns: ['prompt', 'width'], rows: [['a red kite; at dawn', '512']], surplus: [] }
  expect(read('\uFEFFsep=;\r\nprompt;width\r\n"a red kite; at dawn";512\r\n')).toEqual(expected)
  expect(read('"sep=|"\nprompt|width\n"a red kite; at dawn"|512')).toEqual(expected)
})

it('finds the separator after empty lines', () => {
  const expected = { columns: ['prompt', 'steps'], rows: [['a cat', '4']], surplus: [] }
  for (const separator of [',', ';', '\t', '|'])
    expect(read(`\r\n\n  \nprompt${separator}steps\r\na cat${separator}4`)).toEqual(expected)
})

it('keeps the texts of a table with one column whole', () => {
  expect(read('prompt\r\na cat, asleep, oil painting\r\n"a dog; running", 35mm\r\n')).toEqual({
    columns: ['prompt'],
    rows: [['a cat, asleep, oil painting'], ['"a dog; running", 35mm']],
    surplus: [],
  })
})

it('keeps cells beyond the columns apart, except empty ones', () => {
  expect(read('prompt,steps\na cat, asleep,4\na dog,8,,\n')).toEqual({
    columns: ['prompt', 'steps'],
    rows: [
      ['a cat', 'asleep'],
      ['a dog', '8'],
    ],
    surplus: [[0, ['4']]],
  })
})

it('reads line ends of all systems, also mixed, spaces after a quote, and quotes inside a cell', () => {
  expect(read('prompt,steps\r"a cat" ,4\n a 5" screen,8\r\n"say ""hi""", 2 \0').rows).toEqual([
    ['a cat', '4'],
    ['a 5" screen', '8'],
    ['say "hi"', '2'],
  ])
})

it('refuses a quote that isn’t closed, with its line', () => {
  expect(problemOf('prompt,steps\n"a cat,4\na dog,8')).toBe('table_broken')
})

/** A cell as spreadsheets write it. */
const quoted = (cell: string, delimiter: string, always: boolean) =>
  always || /["\r\n]/.test(cell) || cell.includes(delimiter) || cell !== cell.trim()
    ? `"${cell.replaceAll('"', '""')}"`
    : cell

const cellTexts = fc.string({
  unit: fc.constantFrom(...Array.from('ab,;|\t"\n\r .é風🪁=-+')),
  maxLength: 12,
})

it('loses no character of a cell: all are in a value or among the surplus cells', () => {
  const tables = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    rows: fc.array(fc.array(cellTexts, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 }),
    lineEnds: fc.array(fc.constantFrom('\r\n', '\n', '\r'), { minLength: 1 }),
    alwaysQuotes: fc.boolean(),
    spaceAfterQuotes: fc.boolean(),
    blankLines: fc.nat({ max: 2 }),
  })
  fc.assert(
    fc.property(tables, ({ delimiter, rows, lineEnds, alwaysQuotes, spaceAfterQuotes, blankLines }) => {
      const end = (index: number) => lineEnds[index % lineEnds.length] ?? '\n'
      const written = rows.map((row, index) => {
        const cells = row.map((cell) => quoted(cell, delimiter, alwaysQuotes))
        const spaced = cells.map((cell) => (spaceAfterQuotes && cell.startsWith('"') ? `${cell} ` : cell))
        return spaced.join(delimiter) + end(index)
      })
      const text = `${end(0).repeat(blankLines)}${['first', 'second', 'third'].join(delimiter)}${end(1)}${written.join('')}`
      const table = readTable(text, 'csv')
      const found = table.rows.map((row, index) => [...row, ...(table.surplus.get(index) ?? [])])
      const expected = rows.filter((row) => row.some((cell) => cell.trim() !== ''))
      const nonEmpty = (cells: string[]) => cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
      expect(found.map(nonEmpty)).toEqual(expected.map(nonEmpty))
    }),
    { numRuns: 300 },
  )
})
