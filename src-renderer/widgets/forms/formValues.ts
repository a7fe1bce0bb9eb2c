import type { Field, Form, Values } from '../../../src-preload/contract/types/form.ts'
import { isChosen } from './isChosen.ts'
import { isEmpty } from './isEmpty.ts'

/** The entries of the values a field holds: two for a size and for a voice. */
export function entriesOf(field: Field): string[] {
  if (field.kind === 'size') return ['width', 'height']
  return field.kind === 'voice' ? ['lang', 'voice'] : [field.name]
}

/** The field that holds an entry; the service's `loras.0.weight` belongs to `loras`. */
export function fieldOf(form: Form, entry: string): Field | undefined {
  const [stem = entry] = entry.split(/[.[]/)
  return form.fields.find((field) => field.name === stem || entriesOf(field).includes(stem))
}

/**
 * What would be sent: only entries of this form, defaults and fixed values filled in, emptied ones left out, and of
 * fields that exclude each other the one chosen.
 */
export function valuesToSend(form: Form, values: Values, picked: readonly string[] = []): Values {
  const sent: Values = {}
  for (const field of form.fields.filter((field) => isChosen(form, field, values, picked)))
    for (const entry of entriesOf(field)) {
      const fixed = fixedValue(field, entry)
      const value = fixed ?? values[entry]
      if (value !== undefined && !isEmpty(value)) sent[entry] = value
    }
  return sent
}

function fixedValue(field: Field, entry: string): number | undefined {
  if (field.kind === 'size') return entry === 'width' ? field.width.fixed : field.height.fixed
  return field.kind === 'integer' || field.kind === 'number' ? field.fixed : undefined
}

/** A draft made ready for a form: its own entries kept, defaults where it has none, a seed rolled where there is none. */
export function startValues(form: Form, values: Values, roll: (min: number, max: number) => number): Values {
  const ready: Values = { ...form.defaults, ...values }
  for (const field of form.fields)
    if (field.kind === 'seed' && ready[field.name] === undefined)
      ready[field.name] = roll(field.min, field.max)
  return ready
}

/** Whether `startValues` would add nothing. */
export const isStarted = (form: Form, values: Values | undefined): boolean => {
  const seeds = form.fields.filter((field) => field.kind === 'seed').map((field) => field.name)
  const wanted = [...Object.keys(form.defaults), ...seeds]
  return wanted.every((entry) => values?.[entry] !== undefined)
}

/** Entries with a value that the form has no field for. */
export function lostEntries(form: Form, values: Values): string[] {
  const known = new Set(form.fields.flatMap(entriesOf))
  return Object.keys(values).filter((entry) => !known.has(entry) && !isEmpty(values[entry]))
}
