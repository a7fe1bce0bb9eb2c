import type { Condition } from '../../../../src-preload/contract/types/filter.ts'
import { hasWords } from '../../../../src-preload/shared/hasWords.ts'
import { COUNT_LIMIT } from '../../../../src-preload/constraints/limits.ts'
import { formatNumber, t } from '../../../i18n/t.ts'
import {
  FIELD_KINDS,
  isField,
  isFlagField,
  isRangeField,
  isValueField,
  type Field,
  type RangeCondition,
  type RangeField,
  type ValueField,
} from '../../../widgets/library/libraryFilter.ts'
import { conditionText, fieldLabel, valueLabel } from './conditionText.ts'
import { rangePresets, readRangeInputs } from './ranges.ts'
import type { Facets, FacetValue } from './useFacets.ts'

/** An entry of the filter menu. */
export interface MenuOption {
  key: string
  label: string
  /** A count, or empty. */
  hint: string
  /** Opens the values of a field, or sets a condition, or adds or removes a value of a field. */
  action:
    | { kind: 'open'; field: Field }
    | { kind: 'set'; condition: Condition }
    | { kind: 'toggle'; field: ValueField; value: string }
}

/** More suggestions than this aren't listed. */
const MAX_SUGGESTIONS = 50

const countText = (count: number): string =>
  count >= COUNT_LIMIT ? t('filters.count_capped') : formatNumber(count)

const FIELDS: readonly Field[] = Object.keys(FIELD_KINDS).filter(isField)

/** The text to search values by: for the list of fields, without the words of a condition such as "Tag is". */
export function valueSearch(field: Field | undefined, text: string): string {
  if (field !== undefined) return isValueField(field) ? text : ''
  const conditionWords = FIELDS.filter(isValueField).map(
    (valueField) => `${fieldLabel(valueField)} ${t('filters.is')}`,
  )
  return text
    .split(' ')
    .filter((word) => !conditionWords.some((condition) => hasWords(condition, word)))
    .join(' ')
}

const flagCondition = (field: Field, is: boolean): Condition | undefined =>
  isFlagField(field) ? { field, is } : undefined

/** The fields, and for a text also the conditions that contain it: "Model is Aurora". */
export function fieldOptions(text: string, facets: Facets, now: number): MenuOption[] {
  const fields = FIELDS.filter((field) => hasWords(fieldLabel(field), text)).map((field): MenuOption => {
    const flag = flagCondition(field, true)
    return {
      key: field,
      label: fieldLabel(field),
      hint: '',
      action: flag ? { kind: 'set', condition: flag } : { kind: 'open', field },
    }
  })
  if (text === '') return fields
  const seeds = typedRanges('seed', text).map((condition) => setOption(condition, facets))
  return [...fields, ...seeds, ...conditionOptions(text, facets, now)].slice(0, MAX_SUGGESTIONS)
}

/** The ranges that a typed number may mean. */
function typedRanges(field: RangeField, text: string): RangeCondition[] {
  const inputs: readonly (readonly [string, string])[] =
    field === 'seed'
      ? [[text, text]]
      : field === 'date'
        ? []
        : [
            [text, ''],
            ['', text],
          ]
  return inputs.flatMap((input) => readRangeInputs(field, input, true) ?? [])
}

const setOption = (condition: Condition, { findLabel }: Pick<Facets, 'findLabel'>): MenuOption => {
  const label = conditionText(condition, findLabel).full
  return { key: label, label, hint: '', action: { kind: 'set', condition } }
}

function conditionOptions(text: string, facets: Facets, now: number): MenuOption[] {
  const options = FIELDS.flatMap((field): MenuOption[] => {
    if (isValueField(field))
      return facets.valuesOf(field).map(({ value, count }) => ({
        key: `${field} ${value}`,
        label: conditionText({ field, is: true, values: [value] }, facets.findLabel).full,
        hint: countText(count),
        action: { kind: 'set', condition: { field, is: true, values: [value] } },
      }))
    if (isRangeField(field)) return rangePresets(field, now).map((condition) => setOption(condition, facets))
    const opposite = flagCondition(field, false)
    return opposite ? [setOption(opposite, facets)] : []
  })
  return options.filter(({ label }) => hasWords(label, text))
}

/** The values or ranges of a field that contain a text; chosen values come first if no result has them. */
export function valueOptions(
  field: Field,
  text: string,
  chosen: readonly string[],
  facets: Facets,
  now: number,
): MenuOption[] {
  if (isRangeField(field)) {
    const typed = typedRanges(field, text)
    const options = (typed.length > 0 ? typed : rangePresets(field, now)).map((condition): MenuOption => {
      const { value } = conditionText(condition, facets.findLabel)
      return { key: value, label: capitalize(value), hint: '', action: { kind: 'set', condition } }
    })
    return typed.length > 0 ? options : options.filter(({ label }) => hasWords(label, text))
  }
  if (!isValueField(field)) return []
  const listed = facets.valuesOf(field)
  const missing = chosen
    .filter((value) => !listed.some((facet) => facet.value === value))
    .map((value): FacetValue => ({ value, label: value, count: 0 }))
  return [...missing, ...listed]
    .map(({ value, count }): MenuOption => ({
      key: value,
      label: valueLabel(field, value, facets.findLabel),
      hint: countText(count),
      action: { kind: 'toggle', field, value },
    }))
    .filter(({ label }) => hasWords(label, text))
}

/** The conditions of options without a count. */
export const uncountedConditions = (options: readonly MenuOption[]): Condition[] =>
  options.flatMap(({ hint, action }) => (hint === '' && action.kind === 'set' ? [action.condition] : []))

/** The options with the counts of their conditions, where they are known. */
export const withCounts = (
  options: readonly MenuOption[],
  countOf: (condition: Condition) => number | undefined,
): MenuOption[] =>
  options.map((option) => {
    const count =
      option.hint === '' && option.action.kind === 'set' ? countOf(option.action.condition) : undefined
    return count === undefined ? option : { ...option, hint: countText(count) }
  })

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
