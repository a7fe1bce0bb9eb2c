import type { SandboxModel } from '../models/SandboxModel.ts'
import type { Flavour } from '../options.ts'
import type { Rule } from './rules.ts'

/** Fields of a request after its rules have been checked, numbers as numbers. */
export type Fields = Record<string, unknown>

/** What a job will make, decided when it is taken: plain JSON, so that it survives a restart. */
export type Plan = Record<string, string | number | boolean | null>

/** An uploaded picture; `id` finds its bytes again. */
export interface StoredPicture {
  id: string
  width: number
  height: number
}

export interface PlanInput {
  fields: Fields
  /** Empty in a price call that gives no file. */
  pictures: StoredPicture[]
  model: SandboxModel
  dice: () => number
}

/** A finished file. */
export interface Artefact {
  bytes: Uint8Array
  mime: string
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
  priceRules: Rule[]
  /** Checks beyond single fields; keys are fields, values messages. */
  check?: (
    fields: Fields,
    model: SandboxModel,
    pictures: StoredPicture[],
    flavour: Flavour,
  ) => Record<string, string[]>
  plan: (input: PlanInput) => Plan
  /** Work as the model's price and time measure it, such as megapixels times steps. */
  units: (plan: Plan) => number
  /** Extension of the main result file, and of the alternatives. */
  formats: { main: string; alternatives: string[] }
  /** Makes the result from the plan and its inputs alone, the same bytes each time. */
  make: (plan: Plan, format: string, read: ReadInput) => Promise<Artefact>
  /** A small picture of work in progress; `progress` is 0 to 1. */
  preview?: (plan: Plan, progress: number, read: ReadInput) => Promise<Artefact>
}
