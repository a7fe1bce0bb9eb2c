import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Flavour } from '../options.ts'
import type { Rule } from './rules.ts'

/** Fields of a request after its rules have been checked, numbers as numbers. */
export type Fields = Record<string, unknown>

/** What a job will make, decided when it is taken: plain JSON, so that it survives a restart. */
export type Plan = Record<string, string | number | boolean | null>

/** An uploaded file that was checked; `id` finds its bytes again. */
export interface StoredInput {
  field: string
  id: string
  kind: 'picture' | 'audio' | 'video'
  /** Pixels; 0 for sound. */
  width: number
  height: number
  /** Length; 0 for pictures. */
  seconds: number
  /** Whether it has a sound track. */
  sound: boolean
  /** A sound track in which nothing is heard. */
  silent: boolean
}

export interface PlanInput {
  fields: Fields
  /** Empty in a price call that gives no file. */
  inputs: StoredInput[]
  model: SandboxModel
  dice: () => number
}

/** A finished file. */
export interface Artefact {
  bytes: Uint8Array
  mime: string
}

/** Extension of the main result file, and of the alternatives. */
export interface Formats {
  main: string
  alternatives: string[]
}

/** Gives the bytes of an input by its id. */
export type ReadInput = (id: string) => Promise<Uint8Array>

/** One inference type as the sandbox serves it: adding a type is adding a row. */
export interface Operation {
  /** The spec's name of the inference type. */
  type: string
  /** Below the prefix, such as `img-upscale`. */
  path: string
  /** What a submit may come as; of another encoding nothing is read. Price calls of `form` types take JSON too. */
  encoding: 'json' | 'form' | 'either'
  rules: Rule[]
  /** Path of the price call, below the prefix. */
  pricePath: string
  /** Of live price calls. As specified a price call has the job's own parameters. */
  priceRules: Rule[]
  /** The specification shows a price body of this type, which is that of `priceRules`. */
  priceShown?: boolean
  /** Checks beyond single fields; keys are fields, values messages. */
  check?: (
    fields: Fields,
    model: SandboxModel,
    inputs: StoredInput[],
    flavour: Flavour,
    purpose: 'submit' | 'price',
  ) => Record<string, string[]>
  plan: (input: PlanInput) => Plan
  /** Work as the model's price and time measure it, such as megapixels times steps. */
  units: (plan: Plan) => number
  /** Price calls of the live flavour that lack what counts come back as 0. */
  unpriced?: (plan: Plan) => boolean
  /** The `error_reason` with which a job will fail by its inputs; null when it won't. */
  fails?: (plan: Plan) => string | null
  /** Its result is text, given inside the status record too: always as specified, live when asked for. */
  analysis?: boolean
  /** Takes long to make: begun while the job runs. */
  heavy?: boolean
  /** Whether the live flavour shows no progress before half of the work. */
  leaps?: (plan: Plan) => boolean
  formats: (plan: Plan) => Formats
  /** Makes the result from the plan and its inputs alone, the same bytes each time. */
  make: (plan: Plan, format: string, read: ReadInput) => Promise<Artefact>
  /** A small picture of work in progress; `progress` is 0 to 1. */
  preview?: (plan: Plan, progress: number, read: ReadInput) => Promise<Artefact>
}
