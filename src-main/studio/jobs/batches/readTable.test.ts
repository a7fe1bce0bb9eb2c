import { expect, it } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
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
