import { expect, test } from 'vitest'
import { keepArguments } from './keepArguments.ts'

const ARGS = [
  '.',
  '--no-sandbox',
  '--data',
  '/old',
  '--connection-from-stdin',
  '--data=/other',
  '--host',
  'electron',
]

test('a restart drops the library and standard input, and keeps everything else', () => {
  expect(keepArguments(ARGS)).toEqual(['.', '--no-sandbox', '--host', 'electron'])
})

test('a restart with the same library keeps its folder', () => {
  expect(keepArguments(ARGS, { keepsData: true })).toEqual(ARGS.filter((arg) => !arg.includes('stdin')))
})
