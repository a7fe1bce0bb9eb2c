import type { LibraryFilter } from '../contract/types/filter.ts'
import { distinctNames, nameKey } from './nameKey.ts'

/** The filter after a tag was renamed; the same object if it doesn't contain the tag. */
export function replaceTagInFilter(filter: LibraryFilter, name: string, newName: string): LibraryFilter {
  const key = nameKey(name)
  const conditions = filter.conditions.map((condition) => {
    if (condition.field !== 'tag' || !condition.values.some((value) => nameKey(value) === key))
      return condition
    const values = condition.values.map((value) => (nameKey(value) === key ? newName : value))
    return { ...condition, values: distinctNames(values) }
  })
  const isSame = conditions.every((condition, index) => condition === filter.conditions[index])
  return isSame ? filter : { ...filter, conditions }
}
