import { expect, test } from 'vitest'
import { selectAllOf, extendTo, NO_SELECTION, toggleSelected } from './SelectionBar.tsx'

const order = ['a', 'b', 'c', 'd', 'e']

test('a result is selected and deselected', () => {
  const one = toggleSelected(NO_SELECTION, 'b')
  expect(one).toEqual({ isActive: true, ids: new Set(['b']), lastTouched: 'b' })
  expect(toggleSelected(one, 'b')).toEqual({ isActive: true, ids: new Set(), lastTouched: 'b' })
})

test('a range extends from the last touched result in both directions, and adds to the selection', () => {
  expect(extendTo(toggleSelected(NO_SELECTION, 'b'), 'd', order).ids).toEqual(new Set(['b', 'c', 'd']))
  expect(extendTo(toggleSelected(NO_SELECTION, 'd'), 'b', order).ids).toEqual(new Set(['b', 'c', 'd']))
  const two = toggleSelected(toggleSelected(NO_SELECTION, 'a'), 'c')
  const range = extendTo(two, 'd', order)
  expect(range.ids).toEqual(new Set(['a', 'c', 'd']))
  expect(extendTo(range, 'e', order).ids).toEqual(new Set(['a', 'c', 'd', 'e']))
})

test('without a last touched result in the list, a range is only the clicked result', () => {
  expect(extendTo(NO_SELECTION, 'c', order).ids).toEqual(new Set(['c']))
  expect(extendTo(toggleSelected(NO_SELECTION, 'gone'), 'c', order).ids).toEqual(new Set(['gone', 'c']))
  expect(extendTo(selectAllOf(['a']), 'c', order).ids).toEqual(new Set(['a', 'c']))
})
