/** A model of the sandbox: its public record, its price and its speed. All names are invented. */
export interface SandboxModel {
  slug: string
  name: string
  /** The spec's names of its inference types. The live flavour lists other names. */
  types: string[]
  limits?: Record<string, number | number[] | string[]>
  features?: Record<string, boolean>
  defaults?: Record<string, number | string>
  loras?: { display_name: string; name: string }[]
  languages?: ModelLanguage[]
  /** For upscalers: the factor between the widths of result and input. */
  scale?: number
  /** Dollars: a fixed part, and a part per unit of work as the operation defines it. */
  cost: { base: number; perUnit: number }
  /** Seconds per unit of work at speed 1. */
  secondsPerUnit: number
  /** Quirks of this record in the live flavour. */
  live?: {
    /** Flags and defaults are text. */
    valuesAsText?: boolean
    nullLoras?: boolean
    placeholderNegative?: boolean
    /** Default language and voice are display names. */
    displayNames?: boolean
    tags?: string[]
  }
}

/** A language of a speech model with its voices. */
export interface ModelLanguage {
  name: string
  slug: string
  voices: { name: string; slug: string; gender: string | null }[]
}
