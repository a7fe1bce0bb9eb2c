import type { Segment } from '../../../src-preload/contract/types/text.ts'

interface Cue {
  startMs: number
  endMs: number
  speaker: string | null
  text: string
}

/** How long a cue without an end is shown, by its length, when nothing follows. */
const MS_PER_CHARACTER = 65
const SHORTEST_MS = 1000

/** Subtitles of segments in their order; null where none has a time. What has none stands where the one before it ends. */
function cuesOf(segments: readonly Segment[]): Cue[] | null {
  if (!segments.some(({ start }) => start !== null)) return null
  let at = 0
  const shown = segments.filter(({ text }) => text.trim() !== '')
  const following = nextStarts(shown)
  return shown.map(({ start, end, speaker, text }, index) => {
    const startMs = start === null ? at : Math.round(start * 1000)
    const next = following[index]
    const read = startMs + Math.max(SHORTEST_MS, text.length * MS_PER_CHARACTER)
    const open = next === undefined || next === null ? read : Math.min(read, Math.round(next * 1000))
    const endMs = Math.max(startMs + 1, end === null ? open : Math.round(end * 1000))
    at = endMs
    // A blank line would end the cue.
    return { startMs, endMs, speaker, text: inLines(text) }
  })
}

/** Of each segment the time of the next one that has any; null for the last. */
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

const inLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

function stamp(ms: number, point: ',' | '.'): string {
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0')
  const seconds = Math.floor(ms / 1000)
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `${clock.map((part) => pad(part, 2)).join(':')}${point}${pad(ms % 1000, 3)}`
}

/** SubRip subtitles; null where there are no times. */
export function writeSrt(segments: readonly Segment[]): string | null {
  const cues = cuesOf(segments)?.map(({ startMs, endMs, speaker, text }, index) => {
    const words = (speaker ? `${speaker}: ${text}` : text).replaceAll('-->', '→')
    return `${index + 1}\n${stamp(startMs, ',')} --> ${stamp(endMs, ',')}\n${words}\n`
  })
  return cues?.join('\n') ?? null
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** WebVTT subtitles, speakers as voices; null where there are no times. */
export function writeVtt(segments: readonly Segment[]): string | null {
  const cues = cuesOf(segments)?.map(({ startMs, endMs, speaker, text }) => {
    const voice = speaker ? `<v ${escaped(speaker.replaceAll(/\s+/g, ' '))}>` : ''
    return `\n${stamp(startMs, '.')} --> ${stamp(endMs, '.')}\n${voice}${escaped(text)}\n`
  })
  return cues ? `WEBVTT\n${cues.join('')}` : null
}
