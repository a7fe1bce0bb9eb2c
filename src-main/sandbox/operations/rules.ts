/** What a field must be, as data: the one description from which requests are checked. */
export interface Rule {
  field: string
  /** `pictures` are uploads, under this name or its plural. */
  kind: 'text' | 'integer' | 'number' | 'boolean' | 'https' | 'loras' | 'pictures'
  /** In one flavour only, or in both. */
  required?: boolean | 'live'
  /** The spec's own range; the live flavour knows only the model's. For text: length. */
  min?: number
  max?: number
  /** Name of the model limits that narrow it: `width` means `min_width` and `max_width`. */
  limit?: string
  /** Name of the model limit it must be a multiple of. */
  multipleOf?: string
  /** Feature without which a model refuses any value but an empty one or a zero. */
  needs?: string
}
