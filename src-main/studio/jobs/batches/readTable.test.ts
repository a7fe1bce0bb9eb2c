import { expect, it } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { cellValue, readTable } from './readTable.ts'

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
