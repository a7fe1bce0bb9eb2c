/** What a field must be, as data: the one description from which requests are checked. */
export interface Rule {
  field: string
  /** `pictures`, `audio`, `video` and `media` (sound or video) are uploads, under this name or its plural; `texts` is one or several. */
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
    | 'pictures'
    | 'audio'
    | 'video'
    | 'media'
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
  /** Besides 0, a number a model without the feature takes. */
  neutral?: number
  /** Of a choice: what it may be; the model's limit of the name in `limit` narrows it. */
  choices?: string[]
  /** Of sound and video: formats taken, by their usual extension. */
  formats?: string[]
  /** Of uploads: how many megabytes they may have (default 10). */
  megabytes?: number
  /** Of sound and video: the model limits of its length in seconds, such as `min_ref_audio_duration`. */
  length?: { min?: string; max?: string }
}

/** Whether a field is a file. */
export function isUpload(rule: Rule): boolean {
  return ['pictures', 'audio', 'video', 'media'].includes(rule.kind)
}
