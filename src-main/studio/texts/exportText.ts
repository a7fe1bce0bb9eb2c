import type { ExportFormat, Transcript } from '../../../src-preload/contract/types/text.ts'
import { writeSrt, writeVtt } from './subtitles.ts'
import { writeMarkdown } from './writeMarkdown.ts'

/** A text in a format for other programs; null where the format can't hold it. */
export function exportText(
  { segments, text }: Transcript,
  format: ExportFormat,
  title: string,
): string | null {
  switch (format) {
    case 'txt':
      return segments.some(({ speaker }) => speaker !== null)
        ? segments.map(({ speaker, text }) => `${speaker === null ? '' : `${speaker}: `}${text}\n`).join('')
        : `${text}\n`
    case 'srt':
      return writeSrt(segments)
    case 'vtt':
      return writeVtt(segments)
    case 'json':
      return `${JSON.stringify({ title, text, segments }, null, 2)}\n`
    case 'md':
      return writeMarkdown(title, segments)
    case 'csv':
    case 'npy':
      return null
  }
}
