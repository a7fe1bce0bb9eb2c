import type { Field, Form, Values } from '../../contract/types/form.ts'
import { entryNames } from './entryNames.ts'

/** Entries that only make sense together: a size and a voice have two each. */
const PARTNERS: Readonly<Record<string, string>> = {
  width: 'height',
  height: 'width',
  lang: 'voice',
  voice: 'lang',
}

/**
 * The values of a draft that the user entered. Seeds and fields that have their defaults are left out, because another model uses its
 * own default for these. A size whose aspect ratio comes from an input image counts as entered, so that reused parameters keep their size.
 */
export function findEnteredValues(form: Form, values: Values): Values {
  const untouched = form.fields.filter((field) => isSeed(field) || hasDefaults(form, field, values))
  const entries = new Set(untouched.flatMap(entryNames))
  return Object.fromEntries(Object.entries(values).filter(([entry]) => !entries.has(entry)))
}

const isSeed = ({ kind }: Field): boolean => kind === 'seed'

const hasDefaults = (form: Form, field: Field, values: Values): boolean =>
  !(field.kind === 'size' && field.follows !== undefined && values['width'] !== undefined) &&
  entryNames(field).every((entry) => isSame(values[entry], form.defaults[entry]))

export const isSame = (a: Values[string] | undefined, b: Values[string] | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** The entered values after a change. The partner of a changed entry counts as entered too, with its shown value. */
export function addEnteredValues(entered: Values, patch: Values, shown: Values): Values {
  const partners = Object.keys(patch).flatMap((entry) => {
    const partner = PARTNERS[entry]
    const value = partner === undefined ? undefined : shown[partner]
    return partner === undefined || value === undefined ? [] : [[partner, value] as const]
  })
  return { ...entered, ...Object.fromEntries(partners), ...patch }
}

/**
 * The values to adapt to another model: everything the user entered, for any model, and the seeds; the model's own defaults replace the
 * rest. If it is unknown what was entered, as for a job, it is everything that differs from the defaults of `form`. A file or text that
 * another one of its group replaced is left out.
 */
export function valuesToCarry(form: Form, values: Values, entered: Values | undefined): Values {
  const replaced = form.fields.filter(({ name, oneOf }) => oneOf !== undefined && values[name] === undefined)
  const omitted = new Set(replaced.map(({ name }) => name))
  const carried = Object.entries(entered ?? findEnteredValues(form, values)).filter(
    ([entry]) => !omitted.has(entry),
  )
  const seeds = form.fields.filter(isSeed).flatMap(({ name }) => {
    const value = values[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries([...carried, ...seeds])
}
