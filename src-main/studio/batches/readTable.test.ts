import { expect, it } from 'vitest'
import { StudioError } from '../../../src-preload/contract/errors.ts'
import { readTable } from './readTable.ts'

function problemOf(text: string): unknown {
  try {
    return readTable(text, 'csv').columns.length
  } catch (error) {
    return error instanceof StudioError ? error.problem.code : error
  }
}

it('numbers columns of the same name apart, also thousands of them', () => {
  const { columns } = readTable(`${Array.from({ length: 10_000 }, () => 'a').join(',')}\n1`, 'csv')
  expect([columns[0], columns[1], columns[9_999]]).toEqual(['a', 'a 2', 'a 10000'])
  expect(new Set(columns).size).toBe(10_000)
})

it('numbers columns apart whose names look like numbered ones', () => {
  expect(readTable('a,a 2,a,a', 'csv').columns).toEqual(['a', 'a 2', 'a 3', 'a 4'])
})

it('refuses a header of more columns than any table has', () => {
  expect(problemOf('a,'.repeat(10_000))).toBe('table_broken')
})

it('refuses a long header over many short rows before it fills them up', () => {
  const text = `${'a,'.repeat(5_000)}\n${'x\n'.repeat(5_000)}`
  expect(problemOf(text)).toBe('table_broken')
})
