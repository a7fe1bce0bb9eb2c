import { toOneLine } from '../cutText.ts'
import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'

export type Field = FoundParameters['others'][number]

/** Limits for the parameters that have no field in the form and are only shown. */
const MAX_OTHERS = 60
const MAX_OTHER_LENGTH = 2000
const MAX_NAME_LENGTH = 200
/** Longer values are shown in part, but not put into a form. */
const MAX_VALUE_LENGTH = 200_000

/** Cleans up found parameters: limits the number and length of texts and removes unprintable characters. */
export const createFoundParameters = ({
  form,
  program,
  operation = null,
  model,
  values,
  others,
}: Omit<FoundParameters, 'operation'> & { operation?: string | null }): FoundParameters => ({
  form,
  program: program && toLine(program),
  operation,
  model: model && { slug: model.slug, name: toLine(model.name) },
  values: cleanValues(values),
  others: [...longValues(values), ...others]
    .filter(({ value }) => value.trim() !== '')
    .slice(0, MAX_OTHERS)
    .map(({ name, value }) => ({
      name: toLine(name),
      value: toText(value).slice(0, MAX_OTHER_LENGTH).toWellFormed(),
    })),
})

/** Leaves out control characters, empty texts and values that are too long. */
const cleanValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== '' && !isLong(value))
      .map(([name, value]) => [name, typeof value === 'string' ? toText(value) : value]),
  )

const isLong = (value: Values[string]): boolean =>
  (typeof value === 'string' ? value : JSON.stringify(value)).length > MAX_VALUE_LENGTH

const longValues = (values: Values): Field[] =>
  Object.entries(values)
    .filter(([, value]) => isLong(value))
    .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) }))

/** Text without control characters except line breaks and tabs, and without characters that change the text direction. */
const toText = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '')

const toLine = (text: string): string => toOneLine(toText(text)).slice(0, MAX_NAME_LENGTH).toWellFormed()

/** An object with the number under this name; empty if the value isn't a number or the text of one. */
export function toNumberEntry(name: string, value: unknown): Values {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? { [name]: number } : {}
}

/** Like `toNumberEntry`, for integers that aren't negative. Programs write -1 for a random seed. */
export function toIntegerEntry(name: string, value: unknown): Values {
  const entry = toNumberEntry(name, value)
  return Object.values(entry).every((number) => Number.isSafeInteger(number) && Number(number) >= 0)
    ? entry
    : {}
}

/** An object with the text under this name; empty if the value isn't a text. */
export const toTextEntry = (name: string, value: unknown): Values =>
  typeof value === 'string' ? { [name]: value } : {}
