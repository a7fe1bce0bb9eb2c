import type { FieldErrors } from '../http/Reply.ts'
import type { SandboxModel, Flavour } from '../models/SandboxModel.ts'
import type { ResultFile } from '../media/ResultFile.ts'

/** The fields of a valid request. Numbers in form bodies have been parsed. */
export type Fields = Record<string, unknown>

/** The parameters from which a job's result is generated, decided at acceptance. JSON, so that it survives a restart. */
export type Plan = Record<string, string | number | boolean | null>

/** A valid upload. `id` is its key in the input store. */
export interface StoredInput {
  field: string
  id: string
  kind: 'image' | 'audio' | 'video'
  /** Pixels; 0 for audio. */
  width: number
  height: number
  /** Duration; 0 for images. */
  seconds: number
  /** Whether it has an audio track. */
  hasAudio: boolean
  /** Whether its audio track is silent. */
  isSilent: boolean
}

/** A valid request, from which a plan is made. */
export interface PlanInput {
  fields: Fields
  /** Empty in a price request without a file. */
  inputs: StoredInput[]
  model: SandboxModel
  random: () => number
}

/** File extensions of the main result and of the alternatives. */
export interface Formats {
  main: string
  alternatives: string[]
}

/** Reads the bytes of an input by its id. */
export type ReadInput = (id: string) => Promise<Uint8Array>

/** One inference type as the sandbox serves it. A new type is one more entry in `operations`. */
export interface Operation {
  /** The spec's name of the inference type. */
  type: string
  /** Path below the API prefix, such as `img-upscale`. */
  path: string
  /** Accepted body encoding; a body in another one counts as empty. Price requests of `form` types also accept JSON. */
  encoding: 'json' | 'form' | 'either'
  rules: Rule[]
  /** Path of the price request below the API prefix, in the live flavour. */
  pricePath: string
  /** Rules of price requests in the live flavour. In the `spec` flavour, a price request has the parameters of the job. */
  priceRules: Rule[]
  /** Whether `priceRules` also apply in the `spec` flavour, because the specification shows a separate price body for this type. */
  hasOwnPriceBody?: boolean
  /** Checks that go beyond single fields. Returns messages by field. */
  check?: (
    fields: Fields,
    model: SandboxModel,
    inputs: StoredInput[],
    flavour: Flavour,
    purpose: 'submit' | 'price',
  ) => FieldErrors
  /** Decides the parameters of the result of a valid request. */
  plan: (input: PlanInput) => Plan
  /** The number of units of work, such as megapixels times steps. A model's price and speed refer to them. */
  countUnits: (plan: Plan) => number
  /** Whether the live flavour prices the request at 0 because a parameter is missing. */
  isPricedAsZero?: (plan: Plan) => boolean
  /** The `error_reason` with which the job will fail because of its inputs, or null. */
  findFailureReason?: (plan: Plan) => string | null
  /** Whether the result is text that is also in the status record: always in the `spec` flavour, on request in the live one. */
  hasTextResult?: boolean
  /** Whether generating the result takes long, so that it starts when the job is processed instead of when the result is downloaded. */
  isSlow?: boolean
  /** Whether the live flavour reports no progress in the first half of the work. */
  isEarlyProgressHidden?: (plan: Plan) => boolean
  formats: (plan: Plan) => Formats
  /** Generates the result from the plan and its inputs. Equal arguments give identical bytes. */
  generate: (plan: Plan, format: string, readInput: ReadInput) => Promise<ResultFile>
  /** A small image of the work in progress; `progress` is 0 to 1. */
  preview?: (plan: Plan, progress: number, readInput: ReadInput) => Promise<ResultFile>
}

/** The validation rule of one field. */
export interface Rule {
  field: string
  /** `images`, `audio`, `video` and `media` (audio or video) are uploads under this name or its plural; `texts` is one text or a list. */
  kind:
    | 'text'
    | 'texts'
    | 'choice'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'https'
    | 'url'
    | 'loras'
    | 'images'
    | 'audio'
    | 'video'
    | 'media'
  /** `true`: in both flavours; `live`: in the live one only. */
  required?: boolean | 'live'
  /** The spec's range. If the model has limits, the live flavour uses only those. For text: length. */
  min?: number
  max?: number
  /** Name of the model limits that apply: `width` means `min_width` and `max_width`. */
  limitName?: string
  /** Name of the model limit it must be a multiple of. */
  stepLimitName?: string
  /** A model without this feature accepts neither text nor a file, and in the live flavour no number but zero. */
  requiresFeature?: string
  /** A number besides 0 that a model without the feature accepts. */
  neutralValue?: number
  /** For `choice`: the allowed values. The model limit named by `limitName` may allow fewer. */
  allowedValues?: string[]
  /** For audio and video: accepted formats by their usual extension. */
  formats?: string[]
  /** For uploads: maximum size in megabytes (default 10). */
  maxMegabytes?: number
  /** For audio and video: names of the model limits of the duration in seconds, such as `min_ref_audio_duration`. */
  durationLimits?: { min?: string; max?: string }
}

/** Whether the field is a file. */
export function isUpload(rule: Rule): boolean {
  return ['images', 'audio', 'video', 'media'].includes(rule.kind)
}

/** A field's name as the service writes it in messages. */
export function fieldLabel(field: string): string {
  return field.replaceAll('_', ' ')
}
