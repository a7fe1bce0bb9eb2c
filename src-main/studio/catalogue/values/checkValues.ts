import { randomSeed } from '../../../../src-preload/shared/values/numberRules.ts'
import type { Field, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import { entriesOf } from '../form/entries.ts'
import { fieldKinds } from '../kinds/fieldKinds.ts'
import { type FindFile, noFiles } from '../FindFile.ts'
import { wellFormedValues } from '../../../../src-preload/shared/values/wellFormedValues.ts'
import { isEmptyValue } from '../../../../src-preload/shared/values/isEmptyValue.ts'
import { doConditionsHold } from '../valueRules.ts'
import type { Operation } from '../Operation.ts'
import { formErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'

/**
 * Every reason why these values can't be sent. Used both for the messages under fields and for the check before sending. Fields
 * whose condition doesn't hold are not checked.
 */
export function checkValues(form: Form, values: Values, find: FindFile = noFiles): Issue[] {
  const known = new Set(form.fields.flatMap((field) => entriesOf(field).map(({ name }) => name)))
  const unknown = Object.keys(values).filter((name) => !known.has(name))
  const effectiveValues = { ...form.defaults, ...form.constants, ...values }
  const active = form.fields.filter(({ when }) => !when || doConditionsHold([when], effectiveValues))
  return [
    ...active.flatMap((field) => fieldKinds.check(field, valuesFor(field, effectiveValues, values), find)),
    ...checkGroups(active, values),
    ...unknown.map((field): Issue => ({ field, code: 'unknown_field' })),
  ]
}

/** A voice is checked with the default of the field that its condition refers to. */
const valuesFor = (field: Field, effectiveValues: Values, values: Values): Values =>
  field.kind === 'voice' && field.voiceWhen
    ? { [field.voiceWhen.field]: effectiveValues[field.voiceWhen.field] ?? null, ...values }
    : values

/** Exactly one field of each group must have a value. */
function checkGroups(fields: readonly Field[], values: Values): Issue[] {
  const groups = new Map<string, Field[]>()
  for (const field of fields)
    if (field.oneOf !== undefined) groups.set(field.oneOf, [...(groups.get(field.oneOf) ?? []), field])
  return [...groups.values()].flatMap((group): Issue[] => {
    const filled = group.filter(({ name }) => !isEmptyValue(values[name]))
    if (filled.length > 0)
      return filled.slice(1).map(({ name }) => ({ field: name, code: 'only_one_of_group' }))
    return group.slice(0, 1).map(({ name }) => ({ field: name, code: 'required' }))
  })
}

/** The issues that prevent a price: those of values that the price depends on. A missing prompt doesn't prevent it. */
export function pricedIssues(operation: Operation, issues: readonly Issue[]): Issue[] {
  const priced = new Set(
    operation.fields.filter((row) => row.priced).flatMap((row) => entriesOf(row).map(({ name }) => name)),
  )
  return issues.filter((issue) => priced.has(issue.field))
}

/** @throws StudioError `invalid_form` with the first field, if there is any issue. */
export function throwIfInvalid([first]: Issue[]): void {
  if (!first) return
  const params = { field: first.field, issue: first.code }
  throw new StudioError({ code: formErrors.invalidForm, money: 'not_charged', params })
}

/**
 * The values with defaults, fixed values and a random seed if there is none (`random` is uniform in [0, 1)), without the values
 * whose condition doesn't hold. Entered values are not corrected; `checkValues` reports them.
 */
export function completeValues(form: Form, values: Values, random: () => number): Values {
  const complete = withDefaults(form, values)
  const effectiveValues = { ...complete, ...form.constants }
  for (const field of form.fields) {
    if (field.kind === 'seed' && (complete[field.name] ?? null) === null)
      complete[field.name] = randomSeed(random, field.min, field.max)
    for (const { name, when } of entriesOf(field))
      if (!doConditionsHold(when, effectiveValues)) delete complete[name]
  }
  return complete
}

/** The values with defaults for missing ones, fixed values, and well-formed texts. A value that the user cleared stays empty. */
export function withDefaults(form: Form, values: Values): Values {
  const complete: Values = { ...form.defaults, ...wellFormedValues(values) }
  for (const field of form.fields) Object.assign(complete, fieldKinds.fixed(field, values, form.defaults))
  return complete
}
