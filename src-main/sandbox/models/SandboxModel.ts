/** A model the sandbox offers: what it lists, and what its work costs and takes. All names are invented. */
export interface SandboxModel {
  slug: string
  name: string
  /** The spec's names; the live flavour lists its own. */
  types: string[]
  limits?: Record<string, number | number[] | string[]>
  features?: Record<string, boolean>
  defaults?: Record<string, number | string>
  loras?: { display_name: string; name: string }[]
  languages?: ModelLanguage[]
  /** Of upscalers: how many times wider the result is. */
  scale?: number
  /** Dollars: fixed part, and per unit of work as the operation measures it. */
  cost: { base: number; perUnit: number }
  /** Real seconds per unit of work at speed 1. */
  secondsPerUnit: number
  /** How the live flavour mangles this record: flags and defaults as text, a null `loras`, or language and voice by display name. */
  live?: {
    stringy?: boolean
    nullLoras?: boolean
    placeholderNegative?: boolean
    named?: boolean
    tags?: string[]
  }
}

export interface ModelLanguage {
  name: string
  slug: string
  voices: { name: string; slug: string; gender: string | null }[]
}
