import { describe, expect, it } from 'vitest'
import { type Condition, libraryFilterSchema } from '../../../src-preload/contract/types/filter.ts'
import { readMeaning, readSavedId, readView, similarPath, viewQuery } from './filterUrl.ts'
import {
  FIELD_KINDS,
  filterBy,
  inPeriod,
  isField,
  isFlagField,
  isRangeField,
  isValueField,
  NEWEST_FIRST,
  NO_FILTER,
} from './libraryFilter.ts'

const NOW = new Date(2026, 10, 20, 15, 30).getTime()
const read = (query: string) => readView(new URLSearchParams(query), NOW)
const write = (...conditions: Condition[]) =>
  viewQuery({ filter: filterBy(...conditions), sort: NEWEST_FIRST })
const roundTrip = (condition: Condition) => read(write(condition)).filter.conditions

const fields = Object.keys(FIELD_KINDS).filter(isField)
const odd = ['a b&c', 'x,y', '50%', '%2C', '"quotes" & =', 'Ünïcödé 猫 🦊', '..', '-kind', '\\', "it's"]

describe('a view in a URL', () => {
  it('is empty for all results, newest first', () => {
    expect(viewQuery({ filter: NO_FILTER, sort: NEWEST_FIRST })).toBe('')
    expect(read('')).toEqual({ filter: NO_FILTER, sort: NEWEST_FIRST })
  })

  it.each(fields.filter(isValueField))('keeps a condition on %s with any values', (field) => {
    const condition = { field, is: true, values: odd }
    expect(roundTrip(condition)).toEqual([condition])
    expect(roundTrip({ ...condition, is: false })).toEqual([{ ...condition, is: false }])
  })

  it.each(fields.filter(isFlagField))('keeps whether it is %s', (field) => {
    expect(roundTrip({ field, is: true })).toEqual([{ field, is: true }])
    expect(roundTrip({ field, is: false })).toEqual([{ field, is: false }])
  })

  it.each(fields.filter(isRangeField))('keeps a range of %s', (field) => {
    for (const [min, max] of [
      [0, null],
      [null, 5],
      [2.5, 4],
      [7, 7],
    ] as const)
      expect(roundTrip({ field, is: false, min, max })).toEqual([{ field, is: false, min, max }])
  })

  it.each(['today', 'week', 'month', 'year'] as const)('computes the period %s again', (period) => {
    const query = write({ field: 'date', is: true, min: 1, max: null, period })
    expect(read(query).filter.conditions).toEqual([inPeriod(period, NOW)])
  })

  it('keeps the conditions in order, even several on one field, the search, the sort and the saved search', () => {
    const view = {
      filter: {
        trash: true,
        search: 'fog "over" & 100% *',
        conditions: [
          { field: 'tag', is: true, values: ['b'] },
          { field: 'kind', is: false, values: ['video'] },
          { field: 'tag', is: true, values: ['a'] },
        ] satisfies Condition[],
      },
      sort: { by: 'price', descending: false } as const,
    }
    const query = viewQuery(view, 'id 1')
    expect(read(query)).toEqual(view)
    expect(readSavedId(new URLSearchParams(query))).toBe('id 1')
  })

  it.each([
    'model=',
    'model=,,',
    `model=${'x'.repeat(501)}`,
    'starred=2',
    'used=yes',
    'price=',
    'price=..',
    'price=a..b',
    'price=1',
    'price=1..2..3',
    'price=5..4',
    'price=1e309..',
    'price=Infinity..',
    'price=week',
    'date=decade',
    '__proto__=1',
    'constructor=1',
    'toString=1',
    '-=1',
    '--kind=image',
    'sort=random-desc',
    'sort=price-down',
    'view=elsewhere',
    'unknown=1&another',
  ])('ignores %s', (query) => {
    expect(read(query)).toEqual({ filter: NO_FILTER, sort: NEWEST_FIRST })
  })

  it('is within the limits of the contract, however long the URL is', () => {
    const values = Array.from({ length: 300 }, (_, index) => `v${index}`).join(',')
    const query = new URLSearchParams({ q: 'x'.repeat(20_000) })
    for (let index = 0; index < 80; index++) query.append('tag', values)
    const { filter } = readView(query, NOW)
    expect(libraryFilterSchema.safeParse(filter).success).toBe(true)
    expect(filter.conditions).toHaveLength(50)
    expect(filter.search).toHaveLength(10_000)
  })
})

describe('a meaning in a URL', () => {
  const everything = readView(new URLSearchParams(), 0)
  const query = (text: string) => new URLSearchParams(text)

  it.each([{ id: 'a/b' }, { text: 'boats & sea' }, { text: '' }])(
    'is read as it was written: %o',
    (meaning) => {
      expect(readMeaning(query(viewQuery(everything, null, meaning)))).toEqual(meaning)
    },
  )

  it('is null if results are not sorted by similarity', () => {
    expect(readMeaning(query('?q=fog'))).toBeNull()
  })

  it('keeps the filter when the results are sorted by their similarity to another one', () => {
    expect(similarPath(query('?q=fog&meaning=boats'), 'x y')).toBe('gallery?q=fog&like=x+y')
    expect(similarPath(query('?like=other'), 'x')).toBe('gallery?like=x')
  })
})
