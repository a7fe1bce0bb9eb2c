import type { Segment } from '../../../src-preload/contract/types/text.ts'
import { parseStamp, STAMP } from './parseStamp.ts'
import { segmentOf } from './segments.ts'

const CUE = new RegExp(String.raw`^\s*(${STAMP})\s*-->\s*(${STAMP})(?:\s.*)?$`)
const RANGE = new RegExp(
  String.raw`^\s*[[(]\s*(${STAMP})\s*(?:-->|->|–|—|-)\s*(${STAMP})\s*[\])]\s*:?\s*(.*)$`,
)
const SINGLE = /^\s*[[(]\s*(\d{1,9}(?::\d{1,2}){1,2}(?:[.,]\d{1,9})?)\s*[\])]\s*:?\s*(.*)$/
const MARKS: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }

const lines = (text: string): string[] => text.split(/\r\n?|\n/)

/** Segments of a text with stamps: SRT, WebVTT, or a stamp in brackets before each line. Null where it has none. */
export function readStamped(text: string): Segment[] | null {
  const all = lines(text)
  if (all.some((line) => CUE.test(line))) return readCues(text)
  return all.some((line) => bracketed(line) !== null) ? readBracketed(all) : null
}

interface Stamped {
  start: number | null
  end: number | null
  rest: string
}

function bracketed(line: string): Stamped | null {
  const [, start = '', end = '', rest = ''] = RANGE.exec(line) ?? []
  // `[1-2]` is a footnote: a time without a colon, a point or its unit is none.
  if (start !== '' && (line.includes('>') || /[:.,s]/.test(start + end)))
    return { start: parseStamp(start), end: parseStamp(end), rest }
  const single = SINGLE.exec(line)
  return single ? { start: parseStamp(single[1] ?? ''), end: null, rest: single[2] ?? '' } : null
}

function readBracketed(all: string[]): Segment[] {
  const open: Stamped[] = []
  for (const line of all) {
    const stamped = bracketed(line)
    const last = open.at(-1)
    if (stamped) open.push(stamped)
    else if (last) last.rest += `\n${line}`
    else open.push({ start: null, end: null, rest: line })
  }
  return open.flatMap(({ start, end, rest }) => segmentOf(rest, start, end) ?? [])
}

function readCues(text: string): Segment[] {
  const isVtt = /^\s*WEBVTT/.test(text)
  const open: Stamped[] = []
  for (const block of blocksOf(text)) {
    const at = block.findIndex((line) => CUE.test(line))
    const [, start = '', end = ''] = CUE.exec(block[at] ?? '') ?? []
    const last = open.at(-1)
    if (at >= 0) {
      // What stands before the stamp is the cue's number or name.
      const rest = block.slice(at + 1).join('\n')
      open.push({ start: parseStamp(start), end: parseStamp(end), rest })
    } else if (isVtt && /^\s*(WEBVTT|NOTE|STYLE|REGION)\b/.test(block[0] ?? '')) continue
    else if (last) last.rest += `\n${block.join('\n')}`
    else open.push({ start: null, end: null, rest: block.join('\n') })
  }
  return open.flatMap(({ start, end, rest }) => {
    const voice = isVtt ? (/<v(?:\.[^\s>]*)?\s+([^>]+)>/.exec(rest)?.[1] ?? null) : null
    return segmentOf(cleaned(rest, isVtt), start, end, voice && decoded(voice)) ?? []
  })
}

/** Cues are parted by blank lines, or, carelessly, by nothing but the next stamp. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]]
  for (const line of lines(text.replace(/^\uFEFF/, ''))) {
    const block = blocks.at(-1) ?? []
    if (line.trim() === '') blocks.push([])
    else if (CUE.test(line) && block.some((other) => CUE.test(other))) {
      const number = /^\s*\d+\s*$/.test(block.at(-1) ?? '') ? block.pop() : undefined
      blocks.push(number === undefined ? [line] : [number, line])
    } else block.push(line)
  }
  return blocks.filter((block) => block.length > 0)
}

const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => MARKS[name] ?? '')

/** Without marks of style; words in angle brackets that are none stay. */
const cleaned = (text: string, isVtt: boolean): string =>
  isVtt
    ? decoded(text.replace(/<\/?(?:[cibuv]|ruby|rt|lang)(?:[.\s][^>]*)?>|<\d[\d:.]*>/g, ''))
    : text.replace(/<\/?(?:[ibu]|font)(?:\s[^>]*)?>/gi, '')
