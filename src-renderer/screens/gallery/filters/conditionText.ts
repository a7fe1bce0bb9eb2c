import type { Condition } from '../../../../src-preload/contract/types/filter.ts'
import { lookUp, t } from '../../../i18n/t.ts'
import {
  isRangeCondition,
  isValueCondition,
  type Field,
  type ValueField,
} from '../../../widgets/library/libraryFilter.ts'
import { rangeText } from './ranges.ts'

/** Label of a value, such as a model's name for its slug; undefined if it isn't known. */
export type FindLabel = (field: ValueField, value: string) => string | undefined

export const fieldLabel = (field: Field): string => t(`filters.${field}`)

/** The label of a value: Easel's own for kinds and shapes, otherwise the library's. */
export const valueLabel = (field: ValueField, value: string, findLabel: FindLabel): string =>
  lookUp(`filters.${field}_${value}`) ?? findLabel(field, value) ?? value

/** The parts of a condition's chip. Flags have only a field: "Starred", "Not starred". */
export interface ConditionText {
  field: string
  /** "is" or "is not"; empty for flags and for ranges that aren't excluded. */
  verb: string
  value: string
  /** All parts together. */
  full: string
}

/** More values than this are counted instead of listed. */
const MAX_LISTED = 2

export function conditionText(condition: Condition, findLabel: FindLabel): ConditionText {
  const field = fieldLabel(condition.field)
  if (!isValueCondition(condition) && !isRangeCondition(condition)) {
    const name = condition.is ? field : (lookUp(`filters.${condition.field}_not`) ?? field)
    return { field: name, verb: '', value: '', full: name }
  }
  const isRange = isRangeCondition(condition)
  const verb = condition.is ? (isRange ? '' : t('filters.is')) : t('filters.is_not')
  const value = isRange
    ? rangeText(condition)
    : listValues(condition.values.map((value) => valueLabel(condition.field, value, findLabel)))
  return { field, verb, value, full: [field, verb, value].filter(Boolean).join(' ') }
}

function listValues(labels: readonly string[]): string {
  const [first = ''] = labels
  return labels.length > MAX_LISTED
    ? t('filters.and_more', { first, count: labels.length - 1 })
    : labels.join(', ')
}
