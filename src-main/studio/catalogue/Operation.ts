import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import type { FieldKind, FieldOf, When } from '../../../src-preload/contract/types/form.ts'

/** JSON, multipart, or JSON as long as there is no file to send along. */
export type Encoding = 'json' | 'multipart' | 'json-unless-file'

/** One inference type as the studio runs it. Plain data: whatever knows one operation from another is here. */
export interface Operation {
  /** The spec's name of the inference type (spec.md §Inference types). */
  id: string
  /** Every name the models endpoint may give it: the spec's and the live service's (facts.md §1.1). */
  types: readonly string[]
  /** Other inference types whose models can do this too. */
  modelsOf?: readonly string[]
  name: string
  /** What comes out; tasks are listed by it. */
  group: 'image' | 'video' | 'audio' | 'text'
  /** Kinds of file it makes, the usual one first, and what shows such a result best. */
  output: readonly AssetKind[]
  viewer: 'image' | 'video' | 'audio' | 'transcript' | 'ocr' | 'embedding' | 'text'
  /** Relative to the service's prefix, as in `WireRequest`. */
  path: string
  encoding: Encoding
  price: {
    path: string
    encoding: Encoding
    /** Names of the rows that the price body holds; absent: every row that is not `unquoted` (spec.md §price-calculation). */
    fields?: readonly string[]
  }
  /** Name of the row that says in words what was asked for; of a file, its name. */
  title: string
  /** Words for that row to begin with, for those who have none yet; only where words are all it needs. */
  example?: string
  /** Sent with every job and never shown. */
  sends?: Readonly<Record<string, Plain>>
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
  /** Left out of price requests: optional for the service, and without influence on the price. */
  unquoted?: true
  /** Names on the wire, by entry, where they differ from the entry's. */
  wire?: Readonly<Record<string, string>>
  /** Key in `info.features`: where a model says false, the field is not shown. */
  feature?: string
  /** Not shown either where the model does not say true: a model without the feature would refuse it. */
  unsaid?: 'no'
  /** Keys in `info.limits`: a model that publishes none of them has no such field, and refuses it. */
  published?: readonly string[]
  /** Keys in `info.limits` and `info.defaults`: required of a model that has any of them. */
  requiredWith?: readonly string[]
  /** As in the contract's fields. */
  when?: When
  oneOf?: string
  /** What a required field sends when its feature is false, within the limits; without it, the default. */
  unsupported?: Plain
  /** Stands in for a missing value in the price body, so that there is a price before there is a value. */
  standIn?: Plain
  help?: string
  placeholder?: string
  /** As in the contract's fields. */
  fromModel?: { default?: string | number | boolean }
}

/** Where a range comes from: a model's limits by key, else the row's own bounds. */
export interface RangeRule {
  /** Keys in `info.limits`. */
  limits: { min?: string; max?: string; step?: string }
  /** The bounds that the service states, for models that publish none; an infinite one is none. */
  bounds: { min: number; max: number; step?: number }
  /** Limits of a model beyond these are taken for mistakes. */
  sane: { min: number; max: number }
}

/**
 * A value to start from: a model's default by key in `info.defaults` or by the field's name, else the row's own where the
 * service requires one: what nobody says is not sent.
 */
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
  /** A saved text, such as a transcript, may become its value. */
  takesText?: boolean
  /** Name in the price body of the number of its characters, for a service that wants the number and not the text. */
  counted?: string
  counter?: boolean
  special?: { label: string; value: string }
  split?: boolean
  /** How many texts may be given in one request. */
  several?: number
  /** Keys in `info.limits` of the most tokens, of each text and of all together. */
  tokens?: { each: string; total: string }
}

interface NumericRow extends BaseRow {
  range: RangeRule
  /** Absent: empty to start with, which only an optional field can be. */
  default?: DefaultRule<number>
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
  default?: DefaultRule<boolean>
}

export interface ChoiceRow extends BaseRow {
  kind: 'choice'
  /** Key of a list in the model's limits; takes the place of `options`. */
  list?: string
  /** With a feature an option is offered under the same rules as a field. */
  options: readonly { value: string | number; label: string; feature?: string; unsaid?: 'no' }[]
  default?: DefaultRule<string | number>
}

export interface SizeRow extends BaseRow {
  kind: 'size'
  width: RangeRule
  height: RangeRule
  /** Absent: empty to start with, which only an optional size can be. */
  default?: {
    width: DefaultRule<number> & { value: number }
    height: DefaultRule<number> & { value: number }
  }
}

export interface SeedRow extends BaseRow {
  kind: 'seed'
  min: number
  max: number
}

export interface LorasRow extends BaseRow {
  kind: 'loras'
  /** What a slider covers; another weight may be typed, since nobody states a limit. */
  weight: { min: number; max: number; step: number; default: number }
}

export interface UrlRow extends BaseRow {
  kind: 'url'
  httpsOnly: boolean
  maxLength: number
}

export interface FileRow extends BaseRow {
  kind: 'file'
  media: FieldOf<'file'>['media']
  /** Formats by magic bytes, as extensions. */
  formats: readonly string[]
  maxBytes: number
  /** How many files: as a key in the model's limits says, or `most`. Absent: one. */
  count?: { limit: string } | { most: number }
  /** Name on the wire of each of several files. */
  many?: string
  /** Of a side in pixels, and of the length in seconds; an infinite bound is none. */
  width?: RangeRule
  height?: RangeRule
  seconds?: RangeRule
  record?: boolean
  /** Names in the price body of what is measured of the first file; a file that can't be measured is sent itself. */
  measured?: { width?: string; height?: string; seconds?: string; wholeSeconds?: string }
}

export interface VoiceRow extends BaseRow {
  kind: 'voice'
  voiceWhen?: When
}

export interface ParametersRow extends BaseRow {
  kind: 'parameters'
}

export type FieldRow =
  | TextRow
  | IntegerRow
  | NumberRow
  | BooleanRow
  | ChoiceRow
  | SizeRow
  | SeedRow
  | LorasRow
  | UrlRow
  | FileRow
  | VoiceRow
  | ParametersRow

export type RowOf<K extends FieldKind> = Extract<FieldRow, { kind: K }>
