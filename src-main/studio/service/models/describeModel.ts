import type { ModelRecord } from './ModelRecord.ts'

const MAX_FACTS = 4

/** Short facts that distinguish models in the picker, such as "8 steps" or "up to 2048 px". */
export const describeModel = (record: ModelRecord): string[] => {
  const limit = (key: string): number | null => {
    const value = record.limits[key]
    return value !== undefined && value > 0 && value < 1e9 ? value : null
  }
  const upTo = (key: string, unit: string): string | null => {
    const max = limit(key)
    return max === null ? null : `up to ${max.toLocaleString('en-US')} ${unit}`
  }
  const voices = new Set(record.languages.flatMap((language) => language.voices.map((voice) => voice.slug)))
  return [
    formatSteps(limit('min_steps'), limit('max_steps')),
    formatSize(limit('max_width'), limit('max_height')),
    upTo('max_frames', 'frames'),
    upTo('max_duration', 's'),
    upTo('max_video_duration_seconds', 's'),
    upTo('max_text', 'characters'),
    upTo('max_input_tokens', 'tokens'),
    limit('max_input_images') === 1 ? null : upTo('max_input_images', 'pictures'),
    formatCount(record.languages.length, 'language'),
    formatCount(voices.size, 'voice'),
    record.loras.length > 0 ? 'LoRAs' : null,
  ]
    .filter((fact) => fact !== null)
    .slice(0, MAX_FACTS)
}

const formatSteps = (min: number | null, max: number | null): string | null => {
  if (max === null) return null
  return min === max || max === 1 ? formatCount(max, 'step') : `up to ${max} steps`
}

const formatSize = (width: number | null, height: number | null): string | null => {
  if (width !== null && height !== null && width !== height) return `up to ${width} × ${height} px`
  const side = width ?? height
  return side === null ? null : `up to ${side} px`
}

const formatCount = (count: number, noun: string): string | null =>
  count > 0 ? `${count} ${noun}${count === 1 ? '' : 's'}` : null
