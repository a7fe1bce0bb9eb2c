import type { ExportFormat, Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'

const FORMATS: readonly ExportFormat[] = ['txt', 'md', 'srt', 'vtt', 'json']
const SUBTITLES: readonly ExportFormat[] = ['srt', 'vtt']

/** Export formats of a transcript; subtitles are disabled without times. */
export function exportFormats(segments: readonly Segment[]): { format: ExportFormat; why?: string }[] {
  const hasTimes = segments.some(({ start }) => start !== null)
  return FORMATS.map((format) =>
    !hasTimes && SUBTITLES.includes(format) ? { format, why: t('media.needs_times') } : { format },
  )
}
