import type { FieldKind } from '../../../src-preload/contract/types/form.ts'
import type { WireRequest } from '../service/Exchange.ts'

/** One inference type as the studio runs it. Plain data: whatever knows one operation from another is here. */
export interface Operation {
  /** The spec's name of the inference type (spec.md §Inference types). */
  id: string
  /** Every name the models endpoint may give it: the spec's and the live service's (facts.md §1.1). */
  types: readonly string[]
  name: string
  /** What comes out; tasks are listed by it. */
  group: 'image' | 'video' | 'audio' | 'text'
  /** Relative to the service's prefix, as in `WireRequest`. */
  path: string
  encoding: WireRequest['encoding']
  price: {
    path: string
    encoding: WireRequest['encoding']
    /** Names of rows that the price body leaves out. */
    without: readonly string[]
  }
  /** Name of the row that says in words what was asked for. */
  title: string
  /** In the order of the form and of the wire body. */
  fields: readonly FieldRow[]
}

/** A value as it goes over the wire. */
export type Plain = string | number | boolean | null

interface BaseRow {
  /** Entry of the values, equal for the same thing in every operation; a size holds `width` and `height`. */
  name: string
  label: string
  section: 'main' | 'advanced'
  required: boolean
  /** Whether the price depends on it (spec.md §Pricing basis). */
  priced: boolean
  /** Names on the wire, by entry, where they differ from the entry's. */
  wire?: Readonly<Record<string, string>>
  /** Key in `info.features`: where a model says false, the field is not shown. */
  feature?: string
  /** What a required field sends when its feature is false, within the limits; without it, the default. */
  unsupported?: Plain
  /** Stands in for a missing value in the price body, so that there is a price before there is a value. */
  standIn?: Plain
  help?: string
  placeholder?: string
}

/** Where a range comes from: a model's limits by key, else the row's own bounds. */
export interface RangeRule {
  /** Keys in `info.limits`. */
  limits: { min?: string; max?: string; step?: string }
  /** The service's own bounds, for models that publish none. */
  bounds: { min: number; max: number; step?: number }
  /** Limits of a model beyond these are taken for mistakes. */
  sane: { min: number; max: number }
}

/** A value to start from: a model's default by key in `info.defaults`, else the row's own. */
interface DefaultRule<T> {
  key?: string
  value?: T
}

export interface TextRow extends BaseRow {
  kind: 'text'
  multiline: boolean
  /** Of the length in characters; absent: any length. */
  length?: RangeRule
  default?: DefaultRule<string>
}

interface NumericRow extends BaseRow {
  range: RangeRule
  default: DefaultRule<number> & { value: number }
  unit?: string
}

export interface IntegerRow extends NumericRow {
  kind: 'integer'
}

export interface NumberRow extends NumericRow {
  kind: 'number'
}

export interface BooleanRow extends BaseRow {
  kind: 'boolean'
  default: DefaultRule<boolean> & { value: boolean }
}

export interface ChoiceRow extends BaseRow {
  kind: 'choice'
  /** Key of a list in the model's limits; takes the place of `options`. */
  list?: string
  options: readonly { value: string | number; label: string }[]
  default?: DefaultRule<string | number>
}

export interface SizeRow extends BaseRow {
  kind: 'size'
  width: RangeRule
  height: RangeRule
  default: { width: DefaultRule<number> & { value: number }; height: DefaultRule<number> & { value: number } }
}

export interface SeedRow extends BaseRow {
  kind: 'seed'
  min: number
  max: number
}

export interface LorasRow extends BaseRow {
  kind: 'loras'
  weight: { min: number; max: number; step: number; default: number }
}

export interface UrlRow extends BaseRow {
  kind: 'url'
  httpsOnly: boolean
  maxLength: number
}

export type FieldRow =
  TextRow | IntegerRow | NumberRow | BooleanRow | ChoiceRow | SizeRow | SeedRow | LorasRow | UrlRow

export type RowOf<K extends FieldKind> = Extract<FieldRow, { kind: K }>
