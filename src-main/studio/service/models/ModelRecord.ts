/** A model as the service lists it, parsed leniently: `info: []`, numeric strings, nulls and missing values are accepted (service.md §Models). */
export interface ModelRecord {
  slug: string
  name: string
  /** As listed, with the names of the spec or of the live service. */
  inferenceTypes: string[]
  /** Numeric limits by key, such as `min_width`. Other values are left out. */
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
