import { expect, test } from 'vitest'
import { MAX_SELECTED_RESULTS } from '../../../../src-preload/constraints/limits.ts'
import { deselect, extendTo, NO_SELECTION, selectAllOf, toggleSelected } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const idsOf = ({ ids }: typeof NO_SELECTION) => [...ids].toSorted((one, other) => (one < other ? -1 : 1))

test('a result is selected and deselected', () => {
  const one = toggleSelected(NO_SELECTION, ['b'])
  expect([one.isActive, idsOf(one)]).toEqual([true, ['b']])
  const none = toggleSelected(one, ['b'])
  expect([none.isActive, idsOf(none)]).toEqual([true, []])
})

test('the results of a closed stack are selected together, also if some are already, and deselected together', () => {
  const some = toggleSelected(toggleSelected(NO_SELECTION, ['c']), ['b', 'c', 'd'])
  expect(idsOf(some)).toEqual(['b', 'c', 'd'])
  expect(idsOf(toggleSelected(some, ['b', 'c', 'd']))).toEqual([])
})

test('a range extends from the last toggled result in both directions, and adds to the selection', () => {
  expect(idsOf(extendTo(toggleSelected(NO_SELECTION, ['b']), ['d'], order))).toEqual(['b', 'c', 'd'])
  expect(idsOf(extendTo(toggleSelected(NO_SELECTION, ['d']), ['b'], order))).toEqual(['b', 'c', 'd'])
  const two = toggleSelected(toggleSelected(NO_SELECTION, ['a']), ['c'])
  const range = extendTo(two, ['d'], order)
  expect(idsOf(range)).toEqual(['a', 'c', 'd'])
  expect(idsOf(extendTo(range, ['e'], order))).toEqual(['a', 'c', 'd', 'e'])
})

test('a range that gets shorter or changes its direction keeps what was selected before it', () => {
  const two = toggleSelected(toggleSelected(NO_SELECTION, ['a']), ['c'])
  const range = extendTo(two, ['e'], order)
  expect(idsOf(extendTo(range, ['d'], order))).toEqual(['a', 'c', 'd'])
  expect(idsOf(extendTo(range, ['b'], order))).toEqual(['a', 'b', 'c'])
})

test('a range to or from a closed stack includes all of its results', () => {
  expect(idsOf(extendTo(toggleSelected(NO_SELECTION, ['a']), ['c', 'd'], order))).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
  expect(idsOf(extendTo(toggleSelected(NO_SELECTION, ['c', 'd']), ['b'], order))).toEqual(['b', 'c', 'd'])
})

test('without an anchor in the list, a range is only the clicked result, or starts at the given one', () => {
  expect(idsOf(extendTo(NO_SELECTION, ['c'], order))).toEqual(['c'])
  expect(idsOf(extendTo(NO_SELECTION, ['c'], order, ['b']))).toEqual(['b', 'c'])
  expect(idsOf(extendTo(toggleSelected(NO_SELECTION, ['gone']), ['c'], order))).toEqual(['c', 'gone'])
  expect(idsOf(extendTo(selectAllOf(['a']), ['c'], order))).toEqual(['a', 'c'])
})

test('a removed result is deselected, and no longer added by a range', () => {
  const two = toggleSelected(toggleSelected(NO_SELECTION, ['a']), ['c'])
  const one = deselect(two, ['a', 'gone'])
  expect(idsOf(one)).toEqual(['c'])
  expect(idsOf(extendTo(one, ['d'], order))).toEqual(['c', 'd'])
  expect(idsOf(extendTo(deselect(two, ['c']), ['e'], order))).toEqual(['a', 'e'])
})

test('at most 100,000 results are selected, the first ones', () => {
  const many = Array.from({ length: MAX_SELECTED_RESULTS + 5 }, (_, n) => `r${n}`)
  expect(selectAllOf(many).ids.size).toBe(MAX_SELECTED_RESULTS)
  expect(toggleSelected(selectAllOf(many), ['more']).ids.has('more')).toBe(false)
})
