import type { ExportFormat, Segment } from '../../../../src-preload/contract/types/text.ts'
import { t } from '../../../i18n/t.ts'

const FORMATS: readonly ExportFormat[] = ['txt', 'md', 'srt', 'vtt', 'json']
const TIMED: readonly ExportFormat[] = ['srt', 'vtt']

/** Formats of a transcript; subtitles need times. */
export function exportFormats(segments: readonly Segment[]): { format: ExportFormat; why?: string }[] {
  const timed = segments.some(({ start }) => start !== null)
  return FORMATS.map((format) =>
    !timed && TIMED.includes(format) ? { format, why: t('media.needs_times') } : { format },
  )
}
