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
  limit?: string
  /** Name of the model limit it must be a multiple of. */
  multipleOf?: string
  /** A model without this feature accepts only an empty value or zero. */
  requiresFeature?: string
  /** A number besides 0 that a model without the feature accepts. */
  neutralValue?: number
  /** For `choice`: the allowed values. The model limit named by `limit` may allow fewer. */
  choices?: string[]
  /** For audio and video: accepted formats by their usual extension. */
  formats?: string[]
  /** For uploads: maximum size in megabytes (default 10). */
  megabytes?: number
  /** For audio and video: names of the model limits of the duration in seconds, such as `min_ref_audio_duration`. */
  length?: { min?: string; max?: string }
}

/** Whether the field is a file. */
export function isUpload(rule: Rule): boolean {
  return ['images', 'audio', 'video', 'media'].includes(rule.kind)
}

/** A field's name as the service writes it in messages. */
export function fieldLabel(field: string): string {
  return field.replaceAll('_', ' ')
}
