import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { listId } from '../../../host/call.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import type { ValueField } from '../../../widgets/library/libraryFilter.ts'
import type { FindLabel } from './conditionText.ts'

export type FacetValue = RouteOutput<'library.facets'>['facets'][number]['values'][number]

export interface Facets {
  valuesOf: (field: ValueField) => readonly FacetValue[]
  findLabel: FindLabel
  isLoading: boolean
}

/** Maximum number of values of a field in one response. */
const MAX_VALUES = 100

/**
 * The values that results of a filter have, with counts: the most frequent ones, and if there are more, also those that
 * `search` finds. The label of a deleted tag or collection in the filter says that it was deleted.
 */
export function useFacets(filter: LibraryFilter, enabled: boolean, search = ''): Facets {
  const { data, isPending } = useApiQuery(
    'library.facets',
    { filter, listId: listId('gallery facets') },
    { enabled, keepPrevious: true },
  )
  const isPartial = data?.facets.some(({ values }) => values.length >= MAX_VALUES) ?? false
  const found = useApiQuery(
    'library.facets',
    { filter, search, listId: listId('gallery facets search') },
    { enabled: enabled && isPartial && search !== '', keepPrevious: true, dropUnused: true },
  )
  const collections = useApiQuery('collections.list', undefined)
  const tags = filter.conditions.flatMap((condition) => (condition.field === 'tag' ? condition.values : []))
  const missing = useApiQuery('tags.missing', { names: tags }, { enabled: enabled && tags.length > 0 })
  const findMissingLabel = (field: ValueField, value: string): string | undefined => {
    if (field === 'collection') return collections.data && t('collections.missing')
    return field === 'tag' && missing.data?.names.includes(value)
      ? t('filters.missing_tag', { name: value })
      : undefined
  }
  const valuesOf = (field: ValueField) => {
    const frequent = valuesIn(data, field)
    if (frequent.length < MAX_VALUES || search === '') return frequent
    const known = new Set(frequent.map(({ value }) => value))
    const others = valuesIn(found.data, field).filter(({ value }) => !known.has(value))
    const isExact = ({ label }: FacetValue) => label.toLowerCase() === search.toLowerCase()
    // Exact matches first, because a rare one could otherwise be listed after many values that only contain the text.
    return [...frequent, ...others].toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)))
  }
  return {
    valuesOf,
    findLabel: (field, value) =>
      [...valuesIn(data, field), ...valuesIn(found.data, field)].find((facet) => facet.value === value)
        ?.label ??
      (field === 'collection'
        ? collections.data?.collections.find(({ id }) => id === value)?.name
        : undefined) ??
      findMissingLabel(field, value),
    isLoading: enabled && (isPending || found.isFetching),
  }
}

const valuesIn = (
  data: RouteOutput<'library.facets'> | undefined,
  field: ValueField,
): readonly FacetValue[] => data?.facets.find((facet) => facet.field === field)?.values ?? []
