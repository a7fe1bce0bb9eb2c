import { describe, expect, it } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import type { ValueField } from '../../../widgets/library/libraryFilter.ts'
import { fieldOptions, uncountedConditions, valueOptions, valueSearch, withCounts } from './menuOptions.ts'
import type { Facets, FacetValue } from './useFacets.ts'

const NOW = new Date(2026, 10, 20, 12).getTime()
const values: Partial<Record<ValueField, FacetValue[]>> = {
  model: [
    { value: 'aurora-1', label: 'Aurora', count: 10_001 },
    { value: 'borealis', label: 'Borealis', count: 1204 },
  ],
  kind: [{ value: 'image', label: 'image', count: 3 }],
}
const facets: Facets = {
  valuesOf: (field) => values[field] ?? [],
  findLabel: (field, value) => values[field]?.find((facet) => facet.value === value)?.label,
  isLoading: false,
}
const labels = (options: { label: string; hint: string }[]) =>
  options.map(({ label, hint }) => [label, hint].filter(Boolean).join(' · '))
const suggest = (text: string) => labels(fieldOptions(text, facets, NOW))

describe('the list of fields', () => {
  it('has every field', () => {
    expect(fieldOptions('', facets, NOW)).toHaveLength(20)
  })

  it('suggests whole conditions for a text, with counts that end at 10,000', () => {
    expect(suggest('aurora')).toEqual(['Model is Aurora · 10,000+'])
    expect(suggest('bor')).toEqual(['Model is Borealis · 1,204'])
    expect(suggest('model aur')).toEqual(['Model is Aurora · 10,000+'])
    expect(suggest('IMAGE')).toEqual(['Kind is Image · 3'])
  })

  it('suggests periods, ratings, flags and their opposites, and a seed', () => {
    expect(suggest('last 7')).toEqual(['Date last 7 days'])
    expect(suggest('4 stars')).toEqual(['Rating 4 stars or more'])
    expect(suggest('starred')).toEqual(['Starred', 'Not starred'])
    expect(suggest('123456')).toEqual(['Seed 123456'])
  })

  it('has nothing for a text that matches nothing', () => {
    expect(suggest('"NEAR( *')).toEqual([])
  })
})

it('values are searched without the words of a condition', () => {
  expect(valueSearch('tag', 'tag 12')).toBe('tag 12')
  expect(valueSearch(undefined, 'Tag is fog 12')).toBe('fog 12')
  expect(valueSearch('price', '12')).toBe('')
})

describe('the values of a field', () => {
  const list = (field: 'model' | 'price' | 'seed' | 'rating', text: string, chosen: string[] = []) =>
    labels(valueOptions(field, text, chosen, facets, NOW))

  it('are filtered by a text, and keep chosen values that no result has', () => {
    expect(list('model', 'bor')).toEqual(['Borealis · 1,204'])
    expect(list('model', '', ['gone'])).toEqual(['gone · 0', 'Aurora · 10,000+', 'Borealis · 1,204'])
  })

  it('are ranges from and up to a typed number', () => {
    expect(list('price', '0.25')).toEqual(['At least $0.25', 'At most $0.25'])
    expect(list('seed', '42')).toEqual(['42'])
    expect(list('rating', 'more')).toContain('4 stars or more')
  })
})

describe('flags and ranges', () => {
  it('are counted, but not values, which have their counts', () => {
    const flags = ['starred', 'used', 'edited', 'imported']
    const fields = fieldOptions('', facets, NOW)
    expect(uncountedConditions(fields)).toEqual(flags.map((field) => ({ field, is: true })))
    expect(uncountedConditions(valueOptions('model', '', [], facets, NOW))).toEqual([])
    const ratings = valueOptions('rating', '', [], facets, NOW)
    expect(uncountedConditions(ratings)).toHaveLength(6)
    expect(
      labels(withCounts(ratings, (condition) => ('min' in condition ? (condition.min ?? 0) : 0))),
    ).toEqual([
      '5 stars · 5',
      '4 stars or more · 4',
      '3 stars or more · 3',
      '2 stars or more · 2',
      '1 star or more · 1',
      'None · 0',
    ])
  })

  it('have no count until it is known', () => {
    const options = fieldOptions('starred', facets, NOW)
    const countOf = ({ is }: { is: boolean }) => (is ? 10_001 : undefined)
    expect(labels(withCounts(options, countOf))).toEqual(['Starred · 10,000+', 'Not starred'])
  })
})
