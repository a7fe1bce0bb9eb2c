import { MAX_CONDITIONS } from '../../../src-preload/constraints/limits.ts'
import { describe, expect, it } from 'vitest'
import {
  addCondition,
  clearFilter,
  collectionScope,
  filterBy,
  inPeriod,
  isSameView,
  NEWEST_FIRST,
  NO_FILTER,
  periodStart,
  toggleStarred,
  toggleValue,
  withCollection,
  withCurrentPeriods,
} from './libraryFilter.ts'

const imageCondition = { field: 'kind' as const, is: true, values: ['image'] }

describe('conditions', () => {
  it('a value is added as an alternative, and removing the last value removes the condition', () => {
    const both = toggleValue(imageCondition, 'video')
    expect(both?.values).toEqual(['image', 'video'])
    expect(both && toggleValue(both, 'image')?.values).toEqual(['video'])
    expect(toggleValue(imageCondition, 'image')).toBeNull()
  })

  it('a filter gets no more conditions than the contract allows', () => {
    let filter = NO_FILTER
    for (let index = 0; index < MAX_CONDITIONS + 5; index++) filter = addCondition(filter, imageCondition)
    expect(filter.conditions).toHaveLength(MAX_CONDITIONS)
  })

  it('the starred condition is added and removed without changing other conditions', () => {
    const starred = toggleStarred(filterBy(imageCondition))
    expect(starred.conditions).toEqual([imageCondition, { field: 'starred', is: true }])
    expect(toggleStarred(starred)).toEqual(filterBy(imageCondition))
    expect(toggleStarred(filterBy({ field: 'starred', is: false }))).toEqual(
      filterBy({ field: 'starred', is: true }),
    )
  })
})

describe('the collection that titles the list', () => {
  it('is replaced, removed, and kept when the filter is cleared', () => {
    const filter = withCollection(filterBy(imageCondition), 'a')
    expect(collectionScope(filter)).toBe('a')
    expect(collectionScope(withCollection(filter, 'b'))).toBe('b')
    expect(withCollection(filter, null)).toEqual(filterBy(imageCondition))
    expect(clearFilter({ ...filter, search: 'fog' })).toEqual(withCollection(NO_FILTER, 'a'))
  })

  it('is neither one of several nor an excluded one', () => {
    expect(collectionScope(filterBy({ field: 'collection', is: true, values: ['a', 'b'] }))).toBeNull()
    expect(collectionScope(filterBy({ field: 'collection', is: false, values: ['a'] }))).toBeNull()
  })
})

describe('periods', () => {
  const now = new Date(2026, 10, 20, 15, 30).getTime()

  it.each([
    ['today', new Date(2026, 10, 20)],
    ['week', new Date(2026, 10, 14)],
    ['month', new Date(2026, 10, 1)],
    ['year', new Date(2026, 0, 1)],
  ] as const)('%s starts at local midnight', (period, start) => {
    expect(periodStart(period, now)).toBe(start.getTime())
  })

  it('a saved period is computed again for the current time, and the view counts as the same', () => {
    const saved = filterBy(inPeriod('week', now), imageCondition)
    const later = withCurrentPeriods(saved, now + 40 * 86_400_000)
    expect(later.conditions[0]).toMatchObject({ min: new Date(2026, 11, 24).getTime(), period: 'week' })
    expect(isSameView({ filter: saved, sort: NEWEST_FIRST }, { filter: later, sort: NEWEST_FIRST })).toBe(
      true,
    )
    expect(isSameView({ filter: saved, sort: NEWEST_FIRST }, { filter: NO_FILTER, sort: NEWEST_FIRST })).toBe(
      false,
    )
  })
})
