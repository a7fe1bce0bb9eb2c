import { expect, test } from 'vitest'
import { allSelected, extended, NO_SELECTION, toggled } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

test('a result is selected and deselected', () => {
  const one = toggled(NO_SELECTION, 'b')
  expect(one).toEqual({ isActive: true, ids: new Set(['b']), lastTouched: 'b' })
  expect(toggled(one, 'b')).toEqual({ isActive: true, ids: new Set(), lastTouched: 'b' })
})

test('a range extends from the last touched result in both directions, and adds to the others', () => {
  expect(extended(toggled(NO_SELECTION, 'b'), 'd', order).ids).toEqual(new Set(['b', 'c', 'd']))
  expect(extended(toggled(NO_SELECTION, 'd'), 'b', order).ids).toEqual(new Set(['b', 'c', 'd']))
  const two = toggled(toggled(NO_SELECTION, 'a'), 'c')
  const range = extended(two, 'd', order)
  expect(range.ids).toEqual(new Set(['a', 'c', 'd']))
  expect(extended(range, 'e', order).ids).toEqual(new Set(['a', 'c', 'd', 'e']))
})

test('without a touched result that is still listed, only the one itself is selected', () => {
  expect(extended(NO_SELECTION, 'c', order).ids).toEqual(new Set(['c']))
  expect(extended(toggled(NO_SELECTION, 'gone'), 'c', order).ids).toEqual(new Set(['gone', 'c']))
  expect(extended(allSelected(['a']), 'c', order).ids).toEqual(new Set(['a', 'c']))
})
