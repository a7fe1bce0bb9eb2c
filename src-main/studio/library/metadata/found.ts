import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'

export type Field = FoundParameters['others'][number]

/** What Easel shows of parameters that no field takes. */
const MAX_OTHERS = 60
const MAX_OTHER_LENGTH = 2000
const MAX_NAME_LENGTH = 200
/** Longer values are shown in part, but not put into a form. */
const MAX_VALUE_LENGTH = 200_000

/** Found parameters, with limited and readable texts. */
export const createFound = ({
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

/** Leaves out empty texts and control characters. */
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
  text.toWellFormed().replaceAll(/[^\P{Cc}\n\t]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')

const toLine = (text: string): string =>
  toText(text).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_LENGTH).toWellFormed()

/** The entry of a number, if the text or value is one. */
export function toNumber(name: string, value: unknown): Values {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? { [name]: number } : {}
}

/** The entry of an integer that is not negative. Programs write -1 for a random seed. */
export function toInteger(name: string, value: unknown): Values {
  const entry = toNumber(name, value)
  return Object.values(entry).every((number) => Number.isSafeInteger(number) && Number(number) >= 0)
    ? entry
    : {}
}

/** The entry of a text. */
export const toTextEntry = (name: string, value: unknown): Values =>
  typeof value === 'string' ? { [name]: value } : {}
