import { first } from './en/first.ts'
import type { later } from './en/later.ts'
import { addTexts, words } from './texts.ts'

type Tree = typeof first & typeof later
type Flat<T> = {
  [A in keyof T & string]: { [B in keyof T[A] & string]: `${A}.${B}` }[keyof T[A] & string]
}[keyof T & string]
type FullKey = Flat<Tree>
type Stem<K extends string> = K extends `${infer S}_one` | `${infer S}_other` ? S : K
/** Every key of the dictionary; keys with plural forms go by their stem. */
export type Key = Stem<FullKey>

type Text<K extends string> = K extends `${infer A}.${infer B}`
  ? A extends keyof Tree
    ? B extends keyof Tree[A]
      ? Tree[A][B]
      : `${B}_other` extends keyof Tree[A]
        ? Tree[A][`${B}_other`]
        : never
    : never
  : never
type Names<T> = T extends `${string}{{${infer N}}}${infer R}` ? N | Names<R> : never
type NamesOf<K extends Key> = Names<Text<K>> | (K extends FullKey ? never : 'count')
type Params<K extends Key> = [NamesOf<K>] extends [never]
  ? []
  : [params: { [N in NamesOf<K>]: N extends 'count' ? number : string | number }]

addTexts(first)

const plural = new Intl.PluralRules('en')
const numbers = new Intl.NumberFormat('en')

/** The one door all words go through: `t('queue.waiting', { count: 3 })`. `{{name}}` is filled in, `_one`/`_other` chosen by `count`. */
export function t<K extends Key>(key: K, ...[params]: Params<K>): string {
  return lookUp(key, params ?? {}) ?? key
}

/** For keys that come as data (a problem's code, a state): undefined when the dictionary has no such words. */
export function lookUp(key: string, params: Record<string, string | number> = {}): string | undefined {
  const count = params['count']
  const text = (typeof count === 'number' && words[`${key}_${plural.select(count)}`]) || words[key]
  return text?.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = params[name]
    return typeof value === 'number' && name === 'count' ? numbers.format(value) : String(value ?? '')
  })
}
