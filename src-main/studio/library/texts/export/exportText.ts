import type { ExportFormat, Segment, Transcript } from '../../../../../src-preload/contract/types/text.ts'
import { writeSrt, writeVtt } from './subtitles.ts'

/** A text in an export format; null if the format can't represent it. */
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

const MAX_NAME_LENGTH = 80

/** A file name for an export: the title without characters that file systems reject, and the format as extension. */
export function exportName(title: string, format: string): string {
  const clean = title
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\\/:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  const short = Array.from(clean).slice(0, MAX_NAME_LENGTH).join('')
  return `${short.replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '') || 'Untitled'}.${format}`
}

/** Escapes Markdown characters, including those that start a list, a heading or a quote. */
const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\\`*_[\]<>|~]/g, String.raw`\$&`)
    .replaceAll(/^([ \t]*)([#+-])/gm, String.raw`$1\$2`)
    .replaceAll(/^([ \t]*\d+)([.)])/gm, String.raw`$1\$2`)

const formatTime = (seconds: number): string => {
  const whole = Math.floor(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = whole >= 3600 ? parts : parts.slice(1)
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

/** A transcript as Markdown: the title, then one paragraph per segment with time and speaker. */
export function writeMarkdown(title: string, segments: readonly Segment[]): string {
  const paragraphs = segments.map(({ start, speaker, text }) => {
    const time = start === null ? '' : `\`${formatTime(start)}\` `
    const name = speaker === null ? '' : `**${escapeMarkdown(speaker)}:** `
    return `${time}${name}${escapeMarkdown(text).replaceAll('\n', '  \n')}`
  })
  return `${[`# ${escapeMarkdown(title.replaceAll(/\s+/g, ' ').trim()) || 'Transcript'}`, ...paragraphs].join('\n\n')}\n`
}
