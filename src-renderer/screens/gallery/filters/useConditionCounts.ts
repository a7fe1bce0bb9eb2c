import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import { listId } from '../../../host/call.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { isSameCondition } from '../../../widgets/library/libraryFilter.ts'
import { type MenuOption, uncountedConditions, withCounts } from './menuOptions.ts'

/** The options, with the number of results of each flag and range as soon as it is known. */
export function useConditionCounts(filter: LibraryFilter, options: readonly MenuOption[]): MenuOption[] {
  const conditions = uncountedConditions(options)
  const { data } = useApiQuery(
    'library.count_conditions',
    { filter, conditions, listId: listId('gallery conditions') },
    { enabled: conditions.length > 0, dropUnused: true },
  )
  return withCounts(
    options,
    (condition) => data?.counts[conditions.findIndex((other) => isSameCondition(other, condition))],
  )
}
