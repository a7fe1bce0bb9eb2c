/** `spec`: behaves as specified; `live`: behaves like the public service, including its quirks. */
export type Flavour = 'spec' | 'live'

/** A model of the sandbox: its public record, its price and its speed. All names are invented. */
export interface SandboxModel {
  slug: string
  name: string
  /** Its inference types, as the `spec` flavour names them. The `live` flavour renames or omits some (`ModelList.ts`). */
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
    /** `features` and `defaults` are listed as text. */
    valuesAsText?: boolean
    nullLoras?: boolean
    /** The default negative prompt is a placeholder. */
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
