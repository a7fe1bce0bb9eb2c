import { expect, test } from 'vitest'
import { gendersOf, voiceItems, voiceOf } from './voiceItems.ts'

const voices = [
  { value: 'ada', label: 'Ada', gender: 'female' },
  { value: 'ben', label: 'Ben', gender: 'male' },
  { value: 'cleo', label: 'Cleo', gender: 'female' },
  { value: 'dot', label: 'Dot', gender: null },
]
const names = (recent: string[], gender: string | null = null) =>
  voiceItems(voices, recent, gender).map(({ id, group }) => `${group ?? '-'}/${voiceOf(id)}`)

test('recently used voices are on top in their order, and also in the full list', () => {
  expect(names(['cleo', 'ada'])).toEqual([
    'Recent/cleo',
    'Recent/ada',
    'All voices/ada',
    'All voices/ben',
    'All voices/cleo',
    'All voices/dot',
  ])
})

test('item ids are unique', () => {
  const ids = voiceItems(voices, ['ada', 'ben'], null).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('recently used voices of another language are excluded', () => {
  expect(names(['zoe'])).toEqual(['-/ada', '-/ben', '-/cleo', '-/dot'])
})

test('a gender filters both groups', () => {
  expect(names(['ben', 'cleo'], 'female')).toEqual(['Recent/cleo', 'All voices/ada', 'All voices/cleo'])
  expect(gendersOf(voices)).toEqual(['female', 'male'])
})
