import { toOneLine } from '../cutText.ts'
import type { ExportFormat, Segment, Transcript } from '../../../../src-preload/contract/types/text.ts'

/** Formats a text for an export; null if the format can't represent it. */
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
      return formatSrt(segments)
    case 'vtt':
      return formatVtt(segments)
    case 'json':
      return `${JSON.stringify({ title, text, segments }, null, 2)}\n`
    case 'md':
      return formatMarkdown(title, segments)
    case 'csv':
    case 'npy':
      return null
  }
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
export function formatMarkdown(title: string, segments: readonly Segment[]): string {
  const paragraphs = segments.map(({ start, speaker, text }) => {
    const time = start === null ? '' : `\`${formatTime(start)}\` `
    const name = speaker === null ? '' : `**${escapeMarkdown(speaker)}:** `
    return `${time}${name}${escapeMarkdown(text).replaceAll('\n', '  \n')}`
  })
  return `${[`# ${escapeMarkdown(toOneLine(title)) || 'Transcript'}`, ...paragraphs].join('\n\n')}\n`
}

interface Cue {
  startMs: number
  endMs: number
  speaker: string | null
  text: string
}

/** The display time of a cue without an end, by the length of its text. */
const MS_PER_CHARACTER = 65
const MIN_CUE_MS = 1000

/** The cues of segments; null if no segment has a time. A segment without a time starts where the previous one ends. */
function toCues(segments: readonly Segment[]): Cue[] | null {
  if (!segments.some(({ start }) => start !== null)) return null
  let previousEndMs = 0
  const shown = segments.filter(({ text }) => text.trim() !== '')
  const starts = shown.map(({ start }) => (start === null ? null : Math.round(start * 1000)))
  const laterStarts = findLaterStarts(starts)
  return shown.map(({ end, speaker, text }, index) => {
    const startMs = starts[index] ?? previousEndMs
    const laterMs = laterStarts[index] ?? Infinity
    const readingEndMs = startMs + Math.max(MIN_CUE_MS, text.length * MS_PER_CHARACTER)
    const openEndMs = laterMs > startMs ? Math.min(readingEndMs, laterMs) : readingEndMs
    const statedEndMs = end === null ? 0 : Math.round(end * 1000)
    const endMs = statedEndMs > startMs ? statedEndMs : openEndMs
    previousEndMs = endMs
    // A blank line ends a cue.
    return { startMs, endMs, speaker, text: removeBlankLines(text) }
  })
}

/** Finds for each start the next one that is later, for null the next one; null if there is none. */
function findLaterStarts(starts: readonly (number | null)[]): (number | null)[] {
  /** Starts that follow, the next one last, each followed only by later ones. */
  const following: number[] = []
  return starts
    .toReversed()
    .map((start) => {
      while (start !== null && (following.at(-1) ?? Infinity) <= start) following.pop()
      const later = following.at(-1) ?? null
      if (start !== null) following.push(start)
      return later
    })
    .toReversed()
}

const removeBlankLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

function formatTimestamp(ms: number, point: ',' | '.'): string {
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0')
  const seconds = Math.floor(ms / 1000)
  const clockParts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${clockParts.map((part) => pad(part, 2)).join(':')}${point}${pad(ms % 1000, 3)}`
}

/** SubRip subtitles, with the name of a speaker where the speaker changes; null if there are no times. */
export function formatSrt(segments: readonly Segment[]): string | null {
  const cues = toCues(segments)?.map(({ startMs, endMs, speaker, text }, index, all) => {
    const isNewSpeaker = speaker !== null && speaker !== '' && speaker !== all[index - 1]?.speaker
    const cueText = (isNewSpeaker ? `${speaker}: ${text}` : text).replaceAll('-->', '→')
    return `${index + 1}\n${formatTimestamp(startMs, ',')} --> ${formatTimestamp(endMs, ',')}\n${cueText}\n`
  })
  return cues?.join('\n') ?? null
}

const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** WebVTT subtitles with speakers as voices; null if there are no times. */
export function formatVtt(segments: readonly Segment[]): string | null {
  const cues = toCues(segments)?.map(({ startMs, endMs, speaker, text }) => {
    const voice = speaker ? `<v ${escapeVtt(speaker.replaceAll(/\s+/g, ' '))}>` : ''
    return `\n${formatTimestamp(startMs, '.')} --> ${formatTimestamp(endMs, '.')}\n${voice}${escapeVtt(text)}\n`
  })
  return cues ? `WEBVTT\n${cues.join('')}` : null
}
