/** A model as the service lists it, read tolerantly: `info: []`, string numbers, nulls and absences are all survived (facts.md §2.2). */
export interface ModelRecord {
  slug: string
  name: string
  /** As listed; both the spec's and the live service's names occur. */
  inferenceTypes: string[]
  /** Numeric limits by key, such as `min_width`; keys that are not numbers are absent. */
  limits: Record<string, number>
  /** Limits that are lists, such as `output_formats`. */
  lists: Record<string, (string | number)[]>
  features: Record<string, boolean>
  defaults: Record<string, string | number | boolean>
  loras: { name: string; label: string }[]
  languages: {
    name: string
    slug: string
    voices: { name: string; slug: string; gender: string | null }[]
  }[]
}
