import type { Segment } from '../../../../../src-preload/contract/types/text.ts'

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
function cuesOf(segments: readonly Segment[]): Cue[] | null {
  if (!segments.some(({ start }) => start !== null)) return null
  let previousEndMs = 0
  const shown = segments.filter(({ text }) => text.trim() !== '')
  const following = nextStarts(shown)
  return shown.map(({ start, end, speaker, text }, index) => {
    const startMs = start === null ? previousEndMs : Math.round(start * 1000)
    const next = following[index]
    const read = startMs + Math.max(MIN_CUE_MS, text.length * MS_PER_CHARACTER)
    const open = next === undefined || next === null ? read : Math.min(read, Math.round(next * 1000))
    const endMs = Math.max(startMs + 1, end === null ? open : Math.round(end * 1000))
    previousEndMs = endMs
    // A blank line ends a cue.
    return { startMs, endMs, speaker, text: withoutBlankLines(text) }
  })
}

/** For each segment the start time of the next segment that has one; null if there is none. */
function nextStarts(segments: readonly Segment[]): (number | null)[] {
  let next: number | null = null
  return segments
    .toReversed()
    .map(({ start }) => {
      const following = next
      next = start ?? next
      return following
    })
    .toReversed()
}

const withoutBlankLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

function formatTimestamp(ms: number, point: ',' | '.'): string {
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0')
  const seconds = Math.floor(ms / 1000)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${clock.map((part) => pad(part, 2)).join(':')}${point}${pad(ms % 1000, 3)}`
}

/** SubRip subtitles; null if there are no times. */
export function writeSrt(segments: readonly Segment[]): string | null {
  const cues = cuesOf(segments)?.map(({ startMs, endMs, speaker, text }, index) => {
    const cueText = (speaker ? `${speaker}: ${text}` : text).replaceAll('-->', '→')
    return `${index + 1}\n${formatTimestamp(startMs, ',')} --> ${formatTimestamp(endMs, ',')}\n${cueText}\n`
  })
  return cues?.join('\n') ?? null
}

const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** WebVTT subtitles with speakers as voices; null if there are no times. */
export function writeVtt(segments: readonly Segment[]): string | null {
  const cues = cuesOf(segments)?.map(({ startMs, endMs, speaker, text }) => {
    const voice = speaker ? `<v ${escapeVtt(speaker.replaceAll(/\s+/g, ' '))}>` : ''
    return `\n${formatTimestamp(startMs, '.')} --> ${formatTimestamp(endMs, '.')}\n${voice}${escapeVtt(text)}\n`
  })
  return cues ? `WEBVTT\n${cues.join('')}` : null
}
