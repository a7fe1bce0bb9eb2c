import type { Segment } from '../../../../../src-preload/contract/types/text.ts'
import { toSegment } from '../../../../../src-preload/shared/segments.ts'

/** A time range inside brackets. */
const TIME_RANGE = /^([\d:.,s]+)\s*(-->|->|–|—|-)\s*([\d:.,s]+)$/
const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['lrm', ''],
  ['rlm', ''],
])

const splitLines = (text: string): string[] => text.split(/\r\n?|\n/)

/** The segments of a text with timestamps: SRT, WebVTT, or a timestamp in brackets before each line. Null if it has none. */
export function readTimestamped(text: string): Segment[] | null {
  const allLines = splitLines(text)
  if (allLines.some(isCue)) return readCues(text)
  return allLines.some((line) => parseBracketed(line) !== null) ? readBracketed(allLines) : null
}

interface TimestampedText {
  start: number | null
  end: number | null
  text: string
}

/** The times of a caption in YouTube's SBV files: `0:00:01.000,0:00:02.500`. */
const SBV_TIMES = /^\s*(\d{1,3}:\d{2}:\d{2}\.\d{3}),(\d{1,3}:\d{2}:\d{2}\.\d{3})\s*$/

/** The times of a line such as `00:01.000 --> 00:02.000 align:start`; null if it isn't one. */
function parseCueTimes(line: string): { start: number; end: number } | null {
  const index = line.indexOf('-->')
  if (index === -1) {
    const [, start, end] = SBV_TIMES.exec(line) ?? []
    return start === undefined || end === undefined
      ? null
      : { start: parseTimestamp(start) ?? 0, end: parseTimestamp(end) ?? 0 }
  }
  const start = parseTimestamp(line.slice(0, index))
  const [last = ''] = line
    .slice(index + 3)
    .trim()
    .split(/\s/, 1)
  const end = parseTimestamp(last)
  return start === null || end === null ? null : { start, end }
}

const isCue = (line: string): boolean => parseCueTimes(line) !== null

function parseBracketed(line: string): TimestampedText | null {
  const trimmed = line.trimStart()
  const close = trimmed.search(/[\])]/)
  if (!/^[[(]/.test(trimmed) || close === -1) return null
  const inside = trimmed.slice(1, close).trim()
  const text = trimmed
    .slice(close + 1)
    .trimStart()
    .replace(/^:/, '')
  const [, first = '', separator = '', last = ''] = TIME_RANGE.exec(inside) ?? []
  const [start, end] = [parseTimestamp(first), parseTimestamp(last)]
  // `[1-2]` and `[1,2-3]` are footnotes: without an arrow, a time needs a colon, a decimal point, several decimals or a unit.
  if (start !== null && end !== null && (separator.includes('>') || /[:.s]|,\d{2}/.test(`${first} ${last}`)))
    return { start, end, text }
  const single = inside.includes(':') ? parseTimestamp(inside) : null
  return single === null ? null : { start: single, end: null, text }
}

function readBracketed(allLines: string[]): Segment[] {
  const cues: TimestampedText[] = []
  for (const line of allLines) {
    const stamped = parseBracketed(line)
    const last = cues.at(-1)
    if (stamped) cues.push(stamped)
    else if (last) last.text += `\n${line}`
    else cues.push({ start: null, end: null, text: line })
  }
  return cues.flatMap(({ start, end, text }) => toSegment(text, start, end) ?? [])
}

function readCues(text: string): Segment[] {
  const isVtt = /^\s*WEBVTT/.test(text)
  const cues: TimestampedText[] = []
  for (const block of splitBlocks(text)) {
    const index = block.findIndex(isCue)
    const times = parseCueTimes(block[index] ?? '')
    const last = cues.at(-1)
    if (times) {
      // The lines before the timestamp are the cue's number or name.
      cues.push({ ...times, text: block.slice(index + 1).join('\n') })
    } else if (isVtt && (!last || /^\s*(WEBVTT|NOTE|STYLE|REGION)\b/.test(block[0] ?? ''))) continue
    else if (last) last.text += `\n${block.join('\n')}`
    else cues.push({ start: null, end: null, text: block.join('\n') })
  }
  return cues.flatMap(({ start, end, text }) =>
    (isVtt ? splitVoices(text) : [{ voice: null, text }]).flatMap(
      (part) => toSegment(removeMarkup(part.text, isVtt), start, end, part.voice) ?? [],
    ),
  )
}

/** Splits the text of a WebVTT cue where another person begins to speak. */
function splitVoices(text: string): { voice: string | null; text: string }[] {
  const parts: { voice: string | null; text: string }[] = []
  for (const piece of text.split(/(?=<v(?:\.[^\s<>]*)?\s[^<>]*>)/)) {
    const name = /^<v(?:\.[^\s<>]*)?\s([^<>]*)>/.exec(piece)?.[1]?.trim()
    const voice = name ? decodeEntities(name) : null
    const last = parts.at(-1)
    if (last?.voice === voice) last.text += piece
    else parts.push({ voice, text: piece })
  }
  return parts
}

/** Cues are separated by blank lines, or, in invalid files, only by the next timestamp. */
function splitBlocks(text: string): string[][] {
  const blocks: string[][] = [[]]
  for (const line of splitLines(text.replace(/^\uFEFF/, ''))) {
    const block = blocks.at(-1) ?? []
    if (line.trim() === '') blocks.push([])
    else if (isCue(line) && block.some(isCue)) {
      const number = /^\s*\d+\s*$/.test(block.at(-1) ?? '') ? block.pop() : undefined
      blocks.push(number === undefined ? [line] : [number, line])
    } else block.push(line)
  }
  return blocks.filter((block) => block.length > 0)
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d+|[xX][\da-fA-F]+)|([a-z]+));/g, (reference, code?: string, name?: string) =>
    code === undefined
      ? (ENTITIES.get(name ?? '') ?? reference)
      : toCharacter(Number(code.replace(/^x/i, '0x'))),
  )

/** The character of a code point; the replacement character if there is none. */
const toCharacter = (code: number): string =>
  code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '\ufffd'

/** Removes style markup; other text in angle brackets is kept. */
const removeMarkup = (text: string, isVtt: boolean): string =>
  isVtt
    ? decodeEntities(text.replace(/<\/?(?:[cibuv]|ruby|rt|lang)(?:[.\s][^<>]*)?>|<\d[\d:.]*>/g, ''))
    : text.replace(/<\/?(?:[ibu]|font)(?:\s[^<>]*)?>/gi, '')

/** A time such as `1:02:03.456`, `02:03,456`, `3.456` or `3.4s`. */
const TIMESTAMP = /^(?:\d{1,9}(?::\d{1,2}){1,2}(?:[.,]\d{1,9})?|\d{1,9}(?:[.,]\d{1,9})?s?)$/

/** The seconds of a time; null if the text is not a time. */
export function parseTimestamp(text: string): number | null {
  const clean = text.trim()
  if (!TIMESTAMP.test(clean)) return null
  const parts = clean.replace(',', '.').replace(/s$/, '').split(':').map(Number)
  // Rounded to milliseconds, because adding minutes and hours can cause a floating-point error.
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0)
  return Math.round(seconds * 1000) / 1000
}
