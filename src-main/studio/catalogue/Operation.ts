import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import type { FieldKind, FieldOf, Condition } from '../../../src-preload/contract/types/form.ts'

/** How a request is encoded. `json-unless-file`: multipart if it contains a file, otherwise JSON. */
export type Encoding = 'json' | 'multipart' | 'json-unless-file'

/** One inference type as the studio runs it: plain data with everything that differs between operations. */
export interface Operation {
  /** The spec's name of the inference type (service.md §Inference types). */
  id: string
  /** Every name that the models endpoint may use for it: the spec's and the live service's (service.md §Requests). */
  inferenceTypes: readonly string[]
  /** Other inference types whose models can run this operation too. */
  otherModelTypes?: readonly string[]
  name: string
  /** The kind of output, by which tasks are grouped. */
  group: 'image' | 'video' | 'audio' | 'text'
  /** The kinds of file it produces, the most common first. */
  outputKinds: readonly AssetKind[]
  /** How its results are shown. */
  viewer: 'image' | 'video' | 'audio' | 'transcript' | 'ocr' | 'embedding' | 'text'
  /** Relative to the service's prefix, as in `WireRequest`. */
  path: string
  encoding: Encoding
  price: {
    path: string
    encoding: Encoding
    /** Names of the rows in the price body. Absent: every row without `excludedFromPrice` (service.md §Prices). */
    fields?: readonly string[]
  }
  /** Name of the row whose text, or whose file name, becomes the title of a job. */
  titleField: string
  /** Name of the row whose text is spoken in its results. */
  spokenField?: string
  /** Example text for the title row. Only for operations that need nothing but this text. */
  exampleText?: string
  /** Sent with every job and not shown in the form. */
  fixedParameters?: Readonly<Record<string, JsonScalar>>
  /** In the order of the form and of the request body. */
  fields: readonly FieldRow[]
  /** Id of the composite task whose routes include it; the window lists it there instead of as a task of its own. */
  partOf?: string
  /**
   * Set for a composite task (such as Transcribe), whose jobs run as one of several operations: the first route that accepts the input and
   * that the model offers. The last route accepts any input, and its operation has the same field names as the composite task, whose own
   * path, encoding and price are not used.
   */
  routes?: readonly OperationRoute[]
}

/** An operation that jobs of a composite task can run as. */
export interface OperationRoute {
  operation: string
  /** The input field of the composite task, and the name of that field in the operation. */
  input: { field: string; as: string }
  /** Accepts only files of this kind. */
  media?: AssetKind
  /** Accepts only URLs with one of these hosts, or a subdomain of one, and a path that starts with `pathPrefix`. */
  hosts?: readonly string[]
  pathPrefix?: string
}

/** A scalar value in a request body. */
export type JsonScalar = string | number | boolean | null

interface BaseRow {
  /** Key in the values, equal for the same parameter in every operation. A size uses `width` and `height` instead. */
  name: string
  label: string
  section: 'main' | 'advanced'
  required: boolean
  /** Whether the price depends on it (service.md §Pricing basis). */
  priced: boolean
  /** Left out of price requests, because it is optional and doesn't affect the price. */
  excludedFromPrice?: true
  /** Parameter names in requests ("on the wire") by entry, if they differ from the entry's name. */
  wire?: Readonly<Record<string, string>>
  /** Key in `info.features`: the field is hidden when a model states false. */
  feature?: string
  /** Whether the field is hidden also when the model doesn't state the feature, because a model without it would reject the field. */
  hiddenIfUnstated?: true
  /** Keys in `info.limits`: the field is hidden for a model that publishes none of them, because such a model rejects it. */
  shownWithLimits?: readonly string[]
  /** Keys in `info.limits` and `info.defaults`: the field is required when a model has any of them. */
  requiredWithKeys?: readonly string[]
  /** The field is shown, checked and sent only if this holds. */
  when?: Condition
  /** Group name: exactly one of the fields with the same name must have a value. */
  oneOf?: string
  /** Sent for a required field, clamped to its limits, if the model lacks its feature. Absent: the default is sent. */
  valueIfUnsupported?: JsonScalar
  /** Replaces a missing value in price requests, so that a price is available before the user enters a value. */
  priceStandIn?: JsonScalar
  help?: string
  placeholder?: string
  /** Set for a parameter that only the model states. It is not sent until the user changes it; `default` is what the model uses. */
  fromModel?: { default?: string | number | boolean }
}

/** How a range is determined: from a model's limits by key, otherwise from the documented bounds. */
export interface RangeRule {
  /** Keys in `info.limits`. */
  limitKeys: { min?: string; max?: string; step?: string }
  /** The bounds that the service documents, for models that publish none. Infinite means unbounded. */
  documentedBounds: { min: number; max: number; step?: number }
  /** A model's limit outside this range is treated as a mistake and ignored. */
  plausible: { min: number; max: number }
}

/**
 * The initial value: the model's default, by key in `info.defaults` or by the field's name. Otherwise the row's own value if the
 * service requires one; an optional field without any default is not sent.
 */
interface DefaultRule<T> {
  /** Key in `info.defaults`. */
  modelKey?: string
  value?: T
}

export interface TextRow extends BaseRow {
  kind: 'text'
  multiline: boolean
  /** Limits of the length in characters. Absent: any length. */
  length?: RangeRule
  default?: DefaultRule<string>
  /** Whether a saved text, such as a transcript, can be used as its value. */
  acceptsTextFile?: boolean
  /** Parameter of the price body that holds the number of characters, for a service that wants the count instead of the text. */
  characterCountParameter?: string
  /** Whether the number of characters is always shown. */
  counter?: boolean
  /** A value that is offered as a switch instead of a text. */
  special?: { label: string; value: string }
  /** Whether a long text may be split into sentences, each its own job. */
  split?: boolean
  /** The maximum number of texts in one request. Absent: one. */
  maxTexts?: number
  /** Keys in `info.limits` of the maximum number of tokens, per text and in total. */
  tokenLimitKeys?: { each: string; total: string }
}

interface NumericRow extends BaseRow {
  range: RangeRule
  /** Absent: initially empty, which is only allowed for an optional field. */
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
  /** Key of a list in `info.limits`. A model that publishes it has these options instead of `options`. */
  optionsKey?: string
  /** An option with a feature is offered under the same rules as a field. */
  options: readonly { value: string | number; label: string; feature?: string; hiddenIfUnstated?: true }[]
  default?: DefaultRule<string | number>
}

export interface SizeRow extends BaseRow {
  kind: 'size'
  width: RangeRule
  height: RangeRule
  /** Name of the file row whose first image determines the aspect ratio. */
  follows?: string
  /** Absent: initially empty, which is only allowed for an optional size. */
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
  /** The range of the slider. The user can type other weights, because the service states no limit. */
  weight: { min: number; max: number; step: number; default: number }
}

export interface UrlRow extends BaseRow {
  kind: 'url'
  httpsOnly: boolean
  /** In characters. */
  maxLength: number
}

export interface FileRow extends BaseRow {
  kind: 'file'
  media: FieldOf<'file'>['media']
  /** Accepted formats as file extensions. The format of a file is detected from its magic bytes. */
  formats: readonly string[]
  /** The maximum size of each file. */
  maxBytes: number
  /** The maximum number of files: the limit with this key in `info.limits`, or `max`. Absent: one. */
  maxFiles?: { limitKey: string } | { max: number }
  /** Multipart field name of each file if there are several, such as `images[]`. */
  repeatedPartName?: string
  /** Limits of the sides in pixels and of the duration in seconds. Infinite means unbounded. */
  width?: RangeRule
  height?: RangeRule
  seconds?: RangeRule
  /** Whether the user may record it with a microphone. */
  canRecord?: boolean
  /** Name of the text row with the transcript of the file. */
  transcriptField?: string
  /**
   * Parameter names in the price body for measurements of the first file: sides in pixels, duration in seconds or in whole seconds,
   * rounded up. A file that can't be measured is sent instead.
   */
  measurementParameters?: { width?: string; height?: string; seconds?: string; wholeSeconds?: string }
}

interface VoiceRow extends BaseRow {
  kind: 'voice'
  /** The voice is required only while this holds. The language is always required. */
  voiceWhen?: Condition
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
