import type { Lora } from './comfy/readLoras.ts'
import { toOneLine } from '../cutText.ts'
import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'

export type Field = FoundParameters['others'][number]

/** A member of a format that has a counterpart among Easel's fields. */
export interface Member {
  /** The name of Easel's field. */
  entry: string
  /** Its name where it is only shown. */
  label: string
  /** Its value as it is in the file; undefined if it isn't. */
  value: unknown
  as: 'text' | 'integer' | 'number'
}

/** Limits for the parameters that have no field in the form and are only shown. */
const MAX_OTHERS = 300
const MAX_OTHER_LENGTH = 2000
const MAX_NAME_LENGTH = 200
/** Longer values are shown in part, but not put into a form. */
const MAX_VALUE_LENGTH = 200_000

interface Found extends Omit<FoundParameters, 'operation' | 'values'> {
  operation?: string | null
  values?: Values
  members?: readonly Member[]
  loras?: readonly Lora[]
}

/**
 * Cleans up found parameters: limits the number and length of texts and removes unprintable characters. A member is in
 * the values, or among the others if no form takes its value.
 */
export function createFoundParameters({
  form,
  program,
  operation = null,
  model,
  values: given = {},
  members = [],
  loras = [],
  others,
}: Found): FoundParameters {
  const values = Object.fromEntries(
    [given, lorasEntry(loras), ...members.map(toEntry)].flatMap((entries) => Object.entries(entries)),
  )
  return {
    form,
    program: program && toLine(program),
    operation,
    model: model && { slug: model.slug, name: toLine(model.name) },
    values: cleanValues(values),
    others: [
      ...longValues(values),
      ...members.flatMap(unusableField),
      ...loras.flatMap(({ name, weight }): Field[] =>
        weight === null ? [{ name: 'LoRA', value: name }] : [],
      ),
      ...others,
    ]
      .filter(({ value }) => value.trim() !== '')
      .slice(0, MAX_OTHERS)
      .map(({ name, value, entry }) => ({
        name: toLine(name),
        value: toText(value).slice(0, MAX_OTHER_LENGTH).toWellFormed(),
        ...(entry !== undefined && { entry }),
      })),
  }
}

/** The LoRAs as a value, each once. */
function lorasEntry(loras: readonly Lora[]): Values {
  const weighted = new Map(
    loras.flatMap(({ name, weight }) => (weight === null ? [] : [[toLine(name), weight]])),
  )
  return weighted.size === 0 ? {} : { loras: [...weighted].map(([name, weight]) => ({ name, weight })) }
}

function toEntry({ entry, value, as }: Member): Values {
  if (as === 'text') return toTextEntry(entry, value)
  return as === 'integer' ? toIntegerEntry(entry, value) : toNumberEntry(entry, value)
}

/** A member whose value no form takes, such as a seed of 64 bits. Programs write -1 for a random seed. */
function unusableField(member: Member): Field[] {
  const { label, value, entry } = member
  if (value === undefined || value === null || value === '' || Object.keys(toEntry(member)).length > 0)
    return []
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return [{ name: label, value: text, ...(text !== '-1' && { entry }) }]
}

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
function toNumberEntry(name: string, value: unknown): Values {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? { [name]: number } : {}
}

/** Like `toNumberEntry`, for integers that aren't negative. Programs write -1 for a random seed. */
function toIntegerEntry(name: string, value: unknown): Values {
  const entry = toNumberEntry(name, value)
  return Object.values(entry).every((number) => Number.isSafeInteger(number) && Number(number) >= 0)
    ? entry
    : {}
}

/** An object with the text under this name; empty if the value isn't a text. */
const toTextEntry = (name: string, value: unknown): Values =>
  typeof value === 'string' ? { [name]: value } : {}
