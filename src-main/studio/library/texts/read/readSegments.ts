import type { Segment } from '../../../../../src-preload/contract/types/text.ts'
import { parseTimestamp } from './readTimestamped.ts'
import { toSegment } from '../../../../../src-preload/shared/segments.ts'

const LIST_KEYS = [
  'segments',
  'chunks',
  'utterances',
  'sentences',
  'paragraphs',
  'transcription',
  'transcript',
  'results',
  'items',
]
const WRAPPER_KEYS = [
  'data',
  'result',
  'output',
  'results',
  'transcription',
  'transcript',
  'response',
  'channels',
  'alternatives',
]
const TEXT_KEYS = ['text', 'transcript', 'transcription', 'sentence', 'content', 'words']
const MAX_DEPTH = 6

type Fields = Record<string, unknown>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const firstDefined = (fields: Fields, names: readonly string[]): unknown =>
  names.map((name) => fields[name]).find((value) => value !== undefined && value !== null)

/** The segments of a JSON transcript, and its full text if it contains one. Null if it isn't a transcript. */
export function readSegments(value: unknown, depth = 0): { segments: Segment[]; text: string | null } | null {
  if (depth > MAX_DEPTH) return null
  if (Array.isArray(value)) return readList(value, depth)
  if (!isRecord(value)) return null
  const text = findText(value)
  for (const name of LIST_KEYS) {
    const list = value[name]
    const found = Array.isArray(list) ? readList(list, depth + 1) : null
    if (found && found.segments.length > 0) return { segments: found.segments, text: text ?? found.text }
  }
  const hasText = text !== null && text.trim() !== ''
  const words = readWords(value['words'])
  if (words.length > 0 && (hasTimes(words) || !hasText)) return { segments: groupWords(words), text }
  if (hasText) return { segments: [], text }
  // An empty text is returned only if no other field contains a transcript.
  for (const name of WRAPPER_KEYS) {
    const inner = value[name]
    // The first alternative is the most likely one.
    const isChoice = name === 'alternatives' && Array.isArray(inner)
    const found = readSegments(isChoice ? inner.slice(0, 1) : inner, depth + 1)
    if (found) return found
  }
  if (text !== null) return { segments: [], text }
  // An empty list of segments is an empty transcript.
  return LIST_KEYS.some((name) => Array.isArray(value[name])) ? { segments: [], text: '' } : null
}

function readList(list: unknown[], depth: number): { segments: Segment[]; text: string | null } | null {
  if (list.length === 0) return depth === 0 ? { segments: [], text: '' } : null
  const words = readWords(list, WORD_KEYS)
  if (words.length === list.length) return { segments: groupWords(words), text: null }
  const segments = list.flatMap(readItem)
  if (segments.length > 0) return { segments, text: null }
  if (list.every((item) => isRecord(item) && findText(item) === null)) {
    const inner = list.flatMap((item) => readSegments(item, depth + 1) ?? [])
    const all = inner.flatMap((found) => found.segments)
    return inner.length > 0
      ? { segments: all, text: all.length > 0 ? null : inner.map(({ text }) => text ?? '').join('\n') }
      : null
  }
  return null
}

/** The segment of an item, or those of its words if only they have times. */
function readItem(item: unknown): Segment[] {
  if (typeof item === 'string') return asList(toSegment(item))
  if (!isRecord(item)) return []
  const speaker = toSpeakerName(firstDefined(item, ['speaker', 'speaker_id', 'speaker_label', 'channel_tag']))
  const text = findText(item)
  const [start, end] = readTimes(item)
  const words = text === null || start === null ? readWords(item['words']) : []
  if (hasTimes(words)) return groupWords(words.map((word) => ({ ...word, speaker: word.speaker ?? speaker })))
  return text === null ? [] : asList(toSegment(text, start, end, speaker))
}

const asList = (segment: Segment | null): Segment[] => (segment ? [segment] : [])

const findText = (fields: Fields): string | null => {
  const text = TEXT_KEYS.map((name) => fields[name]).find((value) => typeof value === 'string')
  return typeof text === 'string' ? text : null
}

const toSpeakerName = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? `Speaker ${value}` : null
}

function readTimes(item: Fields): [number | null, number | null] {
  const pair = firstDefined(item, ['timestamp', 'timestamps', 'time'])
  if (Array.isArray(pair)) return [toSeconds(pair[0]), toSeconds(pair[1])]
  if (isRecord(item['offsets']))
    return [msToSeconds(item['offsets']['from']), msToSeconds(item['offsets']['to'])]
  if (isRecord(pair))
    return [toSeconds(firstDefined(pair, ['from', 'start'])), toSeconds(firstDefined(pair, ['to', 'end']))]
  const inMs = firstDefined(item, ['start_ms', 'startMs'])
  if (inMs !== undefined) return [msToSeconds(inMs), msToSeconds(firstDefined(item, ['end_ms', 'endMs']))]
  const start = toSeconds(firstDefined(item, ['start', 'start_time', 'startTime', 'from', 'offset']) ?? pair)
  const end = toSeconds(firstDefined(item, ['end', 'end_time', 'endTime', 'to']))
  const length = toSeconds(item['duration'])
  return [start, end ?? (start !== null && length !== null ? start + length : null)]
}

const toSeconds = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' ? parseTimestamp(value) : null
}

const msToSeconds = (value: unknown): number | null => {
  const ms = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof ms === 'number' && Number.isFinite(ms) ? ms / 1000 : null
}

const WORD_KEYS = ['punctuated_word', 'word']

/** Reads a list of words. Items that only have a `text` are words in a list of that name, but segments in any other. */
function readWords(value: unknown, keys: readonly string[] = [...WORD_KEYS, 'text']): Word[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item): Word[] => {
    if (!isRecord(item) || item['type'] === 'spacing') return []
    const word = firstDefined(item, keys)
    if (typeof word !== 'string') return []
    const [start, end] = readTimes(item)
    return [{ word, start, end, speaker: toSpeakerName(firstDefined(item, ['speaker', 'speaker_id'])) }]
  })
}

/** A word of a transcript with its time in seconds. */
export interface Word {
  word: string
  start: number | null
  end: number | null
  speaker: string | null
}

const hasTimes = (words: readonly Word[]): boolean => words.some(({ start }) => start !== null)

const MAX_WORDS_PER_SEGMENT = 40
const LONG_PAUSE_S = 1.5
/** A space between two characters of scripts that are written without spaces. */
const WRONG_SPACE =
  /(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}，？！]) (?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}，？！])/gu

/** Groups timed words into segments. A new segment starts after a sentence, a long pause or a change of speaker. */
export function groupWords(words: readonly Word[]): Segment[] {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (!group || !last || isBreak(last, word, group.length)) groups.push([word])
    else group.push(word)
  }
  return groups.flatMap((group) => {
    // Some services start each word with the preceding space.
    const hasSpaces = group.some(({ word }) => /^\s/.test(word))
    const words = group.map(({ word }) => word)
    const text = hasSpaces ? words.join('') : words.join(' ').replaceAll(WRONG_SPACE, '')
    return toSegment(text, group[0]?.start, group.at(-1)?.end, group[0]?.speaker) ?? []
  })
}

const isBreak = (last: Word, next: Word, length: number): boolean =>
  last.speaker !== next.speaker ||
  /[.!?。！？…]["'”’)]?\s*$/.test(last.word) ||
  length >= MAX_WORDS_PER_SEGMENT ||
  (last.end !== null && next.start !== null && next.start - last.end > LONG_PAUSE_S)
