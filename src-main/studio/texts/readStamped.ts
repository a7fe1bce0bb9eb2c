import type { Segment } from '../../../src-preload/contract/types/text.ts'
import { parseStamp } from './parseStamp.ts'
import { segmentOf } from './segments.ts'

/** What brackets hold that stand for a range of time. */
const RANGE = /^([\d:.,s]+)\s*(-->|->|–|—|-)\s*([\d:.,s]+)$/
const MARKS: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }

const lines = (text: string): string[] => text.split(/\r\n?|\n/)

/** Segments of a text with stamps: SRT, WebVTT, or a stamp in brackets before each line. Null where it has none. */
export function readStamped(text: string): Segment[] | null {
  const all = lines(text)
  if (all.some(isCue)) return readCues(text)
  return all.some((line) => bracketed(line) !== null) ? readBracketed(all) : null
}

interface Stamped {
  start: number | null
  end: number | null
  rest: string
}

/** The times of a line such as `00:01.000 --> 00:02.000 align:start`; null where it is none. */
function cueTimes(line: string): { start: number; end: number } | null {
  const at = line.indexOf('-->')
  if (at === -1) return null
  const start = parseStamp(line.slice(0, at))
  const [last = ''] = line
    .slice(at + 3)
    .trim()
    .split(/\s/, 1)
  const end = parseStamp(last)
  return start === null || end === null ? null : { start, end }
}

const isCue = (line: string): boolean => cueTimes(line) !== null

function bracketed(line: string): Stamped | null {
  const text = line.trimStart()
  const close = text.search(/[\])]/)
  if (!/^[[(]/.test(text) || close === -1) return null
  const inside = text.slice(1, close).trim()
  const rest = text
    .slice(close + 1)
    .trimStart()
    .replace(/^:/, '')
  const [, first = '', sign = '', last = ''] = RANGE.exec(inside) ?? []
  const [start, end] = [parseStamp(first), parseStamp(last)]
  // `[1-2]` is a footnote: a time without a colon, a point or its unit is none.
  if (start !== null && end !== null && (sign.includes('>') || /[:.,s]/.test(first + last)))
    return { start, end, rest }
  const single = inside.includes(':') ? parseStamp(inside) : null
  return single === null ? null : { start: single, end: null, rest }
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
    const at = block.findIndex(isCue)
    const times = cueTimes(block[at] ?? '')
    const last = open.at(-1)
    if (times) {
      // What stands before the stamp is the cue's number or name.
      open.push({ ...times, rest: block.slice(at + 1).join('\n') })
    } else if (isVtt && /^\s*(WEBVTT|NOTE|STYLE|REGION)\b/.test(block[0] ?? '')) continue
    else if (last) last.rest += `\n${block.join('\n')}`
    else open.push({ start: null, end: null, rest: block.join('\n') })
  }
  return open.flatMap(({ start, end, rest }) => {
    const voice = isVtt ? /<v(?:\.[^\s<>]*)?\s([^<>]*)>/.exec(rest)?.[1]?.trim() || null : null
    return segmentOf(cleaned(rest, isVtt), start, end, voice && decoded(voice)) ?? []
  })
}

/** Cues are parted by blank lines, or, carelessly, by nothing but the next stamp. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [[]]
  for (const line of lines(text.replace(/^\uFEFF/, ''))) {
    const block = blocks.at(-1) ?? []
    if (line.trim() === '') blocks.push([])
    else if (isCue(line) && block.some(isCue)) {
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
    ? decoded(text.replace(/<\/?(?:[cibuv]|ruby|rt|lang)(?:[.\s][^<>]*)?>|<\d[\d:.]*>/g, ''))
    : text.replace(/<\/?(?:[ibu]|font)(?:\s[^<>]*)?>/gi, '')
