import type { Segment } from '../../../../../src-preload/contract/types/text.ts'
import { toSegment } from '../../../../../src-preload/shared/segments.ts'
import { groupWords, hasTimes, type Word } from './groupWords.ts'
import { type Fields, firstDefined, isRecord, readTimes, type Times } from './readTimes.ts'

const LIST_KEYS = [
  'audio_segments',
  'recognizedPhrases',
  'phrases',
  'monologues',
  'events',
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
const TEXT_KEYS = [
  'text',
  'transcript',
  'transcription',
  'sentence',
  'content',
  'words',
  'display',
  'DisplayText',
]
const MAX_DEPTH = 6

/** The segments of a JSON transcript, and its full text if it contains one. */
interface Found {
  segments: Segment[]
  text: string | null
}

/** Reads a JSON transcript. Null if it isn't one. */
export function readSegments(value: unknown): Found | null {
  const reader = new SegmentReader(1)
  const found = reader.read(value, 0)
  return found && reader.isInMilliseconds(value) ? new SegmentReader(1000).read(value, 0) : found
}

/** No word or sentence in seconds is this slow. */
const MIN_CHARACTERS_PER_SECOND = 0.05
/** A transcript in milliseconds is longer than half a second. */
const MIN_END = 500

class SegmentReader {
  readonly #perSecond: number
  /** What is known of all plain numbers that are times: whether they are integers, their texts and sums. */
  #isIntegers = true
  #characters = 0
  #length = 0
  #lastEnd = 0

  /** `perSecond`: the unit of times that are plain numbers. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond
  }

  /**
   * Whether the plain numbers are milliseconds: the stated length in seconds is far below the last of them, or all are
   * integers and as seconds would be much too long for their texts.
   */
  isInMilliseconds(value: unknown): boolean {
    if (!this.#isIntegers || this.#lastEnd < MIN_END) return false
    const stated = isRecord(value) ? firstDefined(value, ['audio_duration', 'duration']) : null
    if (typeof stated === 'number' && stated > 0) return this.#lastEnd > 10 * stated
    return this.#characters < MIN_CHARACTERS_PER_SECOND * this.#length
  }

  read(value: unknown, depth: number): Found | null {
    if (depth > MAX_DEPTH) return null
    if (Array.isArray(value)) return this.#readList(value, depth)
    if (!isRecord(value)) return null
    const text = findText(value)
    for (const name of LIST_KEYS) {
      const list = value[name]
      const found = Array.isArray(list) ? this.#readList(list, depth + 1) : null
      if (found && found.segments.length > 0) return { segments: found.segments, text: text ?? found.text }
    }
    const hasText = text !== null && text.trim() !== ''
    const words = this.#readWords(value['words'])
    if (words.length > 0 && (hasTimes(words) || !hasText)) return { segments: groupWords(words), text }
    if (hasText) return { segments: [], text }
    // An empty text is returned only if no other field contains a transcript.
    for (const name of WRAPPER_KEYS) {
      const inner = value[name]
      // The first alternative is the most likely one.
      const isChoice = name === 'alternatives' && Array.isArray(inner)
      const found = this.read(isChoice ? inner.slice(0, 1) : inner, depth + 1)
      if (found) return found
    }
    if (text !== null) return { segments: [], text }
    // An empty list of segments is an empty transcript.
    return LIST_KEYS.some((name) => Array.isArray(value[name])) ? { segments: [], text: '' } : null
  }

  #readList(list: unknown[], depth: number): Found | null {
    if (list.length === 0) return depth === 0 ? { segments: [], text: '' } : null
    const recognized = this.#readRecognized(list)
    if (recognized.length > 0) return { segments: groupWords(recognized), text: null }
    const words = this.#readWords(list, WORD_KEYS)
    if (words.length === list.length) return { segments: groupWords(words), text: null }
    const segments = list.flatMap((item) => this.#readItem(item))
    if (segments.length > 0) return { segments, text: null }
    if (list.every((item) => isRecord(item) && findText(item) === null)) {
      const inner = list.flatMap((item) => this.read(item, depth + 1) ?? [])
      const all = inner.flatMap((found) => found.segments)
      return inner.length > 0
        ? { segments: all, text: all.length > 0 ? null : inner.map(({ text }) => text ?? '').join('\n') }
        : null
    }
    return null
  }

  /**
   * The words of items that each have the alternatives of one word or punctuation mark, as Amazon Transcribe and
   * Speechmatics write them. Empty for other items.
   */
  #readRecognized(list: readonly unknown[]): Word[] {
    const words: Word[] = []
    for (const item of list) {
      const best = isRecord(item) && Array.isArray(item['alternatives']) ? item['alternatives'][0] : null
      if (!isRecord(item) || !isRecord(best) || typeof best['content'] !== 'string') return []
      const last = words.at(-1)
      const isMark = /^punct/i.test(String(item['type']))
      if (isMark && last && item['attaches_to'] !== 'next') {
        last.word += best['content']
        continue
      }
      const [start, end] = this.#readTimes(item, best['content'])
      const speaker = speakerOf(item) ?? speakerOf(best)
      words.push({
        word: best['content'],
        start,
        end,
        speaker: isMark ? (last?.speaker ?? speaker) : speaker,
      })
    }
    return words
  }

  /** The segment of an item, or those of its words if only they have times. */
  #readItem(item: unknown): Segment[] {
    if (typeof item === 'string') return asList(toSegment(item))
    if (!isRecord(item)) return []
    const speaker = speakerOf(item)
    const text = findText(item) ?? joinPieces(item)
    const [start, end] = text === null ? this.#readTimes(item, '') : this.#readTimes(item, text)
    const words = text === null || start === null ? this.#readWords(item['words']) : []
    if (hasTimes(words))
      return groupWords(words.map((word) => ({ ...word, speaker: word.speaker ?? speaker })))
    const elements = this.#readElements(item['elements'], speaker)
    if (elements.length > 0) return groupWords(elements)
    return text === null ? [] : asList(toSegment(text, start, end, speaker))
  }

  /** The words of a monologue: elements of texts and of the punctuation and spaces between them, as Rev writes them. */
  #readElements(list: unknown, speaker: string | null): Word[] {
    const words: Word[] = []
    for (const element of Array.isArray(list) ? list : []) {
      if (!isRecord(element) || typeof element['value'] !== 'string') continue
      const last = words.at(-1)
      if (element['type'] === 'punct' && last) {
        last.word += element['value'].trimEnd()
        continue
      }
      const [start, end] = this.#readTimes(element, element['value'])
      words.push({ word: element['value'].trim(), start, end, speaker })
    }
    return words.filter(({ word }) => word !== '')
  }

  /** Reads a list of words. Items that only have a `text` are words in a list of that name, but segments in any other. */
  #readWords(value: unknown, keys: readonly string[] = [...WORD_KEYS, 'text']): Word[] {
    if (!Array.isArray(value)) return []
    return value.flatMap((item): Word[] => {
      if (!isRecord(item) || item['type'] === 'spacing') return []
      const word = firstDefined(item, keys)
      if (typeof word !== 'string') return []
      const [start, end] = this.#readTimes(item, word)
      return [{ word, start, end, speaker: speakerOf(item) }]
    })
  }

  #readTimes(item: Fields, text: string): Times {
    return readTimes(item, this.#perSecond, (start, end) => {
      this.#isIntegers &&= Number.isSafeInteger(start) && Number.isSafeInteger(end)
      this.#characters += text.length
      this.#length += Math.max(0, end - start)
      this.#lastEnd = Math.max(this.#lastEnd, end)
    })
  }
}

const WORD_KEYS = ['punctuated_word', 'word']

const asList = (segment: Segment | null): Segment[] => (segment ? [segment] : [])

const findText = (fields: Fields): string | null => {
  const text = TEXT_KEYS.map((name) => fields[name]).find((value) => typeof value === 'string')
  if (typeof text === 'string') return text
  // Azure lists what a phrase may be, the most likely one first.
  const best: unknown = Array.isArray(fields['nBest']) ? fields['nBest'][0] : null
  return isRecord(best) && typeof best['display'] === 'string' ? best['display'] : null
}

/** The text of an event of YouTube's captions, which is in pieces. */
const joinPieces = ({ segs }: Fields): string | null =>
  Array.isArray(segs)
    ? segs
        .map((piece: unknown) => (isRecord(piece) && typeof piece['utf8'] === 'string' ? piece['utf8'] : ''))
        .join('')
    : null

const SPEAKER_KEYS = ['speaker', 'speaker_id', 'speaker_label', 'speakerTag', 'speaker_tag', 'channel_tag']

const speakerOf = (fields: Fields): string | null => {
  const value = firstDefined(fields, SPEAKER_KEYS)
  // Amazon counts speakers from 0, too.
  if (typeof value === 'string') return value.replace(/^spk_(?=\d)/, 'speaker_')
  return typeof value === 'number' ? `Speaker ${value}` : null
}
