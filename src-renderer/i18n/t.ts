import { startupTexts } from './en/startupTexts.ts'
import type { lazyTexts } from './en/lazyTexts.ts'

/** The loaded texts by their full key, `section.name`. */
const texts: Record<string, string> = {}

/** Adds texts to sections, which keep the texts they already have. */
export function addTexts(sections: Record<string, Record<string, string>>): void {
  for (const [section, sectionTexts] of Object.entries(sections))
    for (const [name, text] of Object.entries(sectionTexts)) texts[`${section}.${name}`] = text
}

type Sections = typeof startupTexts & typeof lazyTexts
type KeysOf<T> = {
  [Section in keyof T & string]: {
    [Name in keyof T[Section] & string]: `${Section}.${Name}`
  }[keyof T[Section] & string]
}[keyof T & string]
type FullKey = KeysOf<Sections>
type WithoutPluralForm<K extends string> = K extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : K
/** Every key of a text. The plural forms `_one` and `_other` of a text share the key without the ending. */
export type Key = WithoutPluralForm<FullKey>

type TextOf<K extends string> = K extends `${infer Section}.${infer Name}`
  ? Section extends keyof Sections
    ? Name extends keyof Sections[Section]
      ? Sections[Section][Name]
      : `${Name}_other` extends keyof Sections[Section]
        ? Sections[Section][`${Name}_other`]
        : never
    : never
  : never
type Placeholders<T> = T extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Placeholders<Rest> : never
/** Names of the placeholders in the text of a key. */
export type PlaceholdersOf<K extends string> = Placeholders<TextOf<K>>
type ParamNames<K extends Key> = PlaceholdersOf<K> | (K extends FullKey ? never : 'count')
type Params<K extends Key> = [ParamNames<K>] extends [never]
  ? []
  : [params: { [Name in ParamNames<K>]: Name extends 'count' ? number : string | number }]

addTexts(startupTexts)

const plural = new Intl.PluralRules('en')
const numberFormat = new Intl.NumberFormat('en')

/** A number with grouped digits: `12,345`. */
export const formatNumber = (value: number): string => numberFormat.format(value)

/**
 * Returns a text of the interface: `t('queue.waiting', { count: 3 })`. Replaces `{{name}}`, and chooses `_one` or `_other` by `count`.
 * Digits of numbers are grouped; pass those that must not be, such as a width, as strings.
 */
export function t<K extends Key>(key: K, ...[params]: Params<K>): string {
  const formatted = Object.entries<string | number>(params ?? {}).map(([name, value]) => [
    name,
    typeof value === 'number' && name !== 'count' ? formatNumber(value) : value,
  ])
  return lookUp(key, Object.fromEntries(formatted)) ?? key
}

/**
 * Like `t`, for keys that come as data, such as a problem's code; undefined if there is no such text. A text with plural
 * forms is in the plural if `count` is missing.
 */
export function lookUp(key: string, params: Record<string, string | number> = {}): string | undefined {
  const count = params['count']
  const pluralForm = typeof count === 'number' ? texts[`${key}_${plural.select(count)}`] : undefined
  const text = pluralForm ?? texts[key] ?? texts[`${key}_other`]
  return text?.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = params[name]
    return typeof value === 'number' && name === 'count' ? formatNumber(value) : isolate(String(value ?? ''))
  })
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]|[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Keeps a name in a script from right to left from reordering the words around it. */
const isolate = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)
