import { parsedJson } from './parsedJson.ts'

export interface JsonBounds {
  /** How deep lists and objects may nest. */
  depth: number
  /** How many values there may be in all. */
  values: number
}

/** So that no member of an answer beyond its bounds uses up what the others need. */
const LARGEST_SHARE = 20

interface Extent {
  /** Behind the value's last character. */
  end: number
  depth: number
  values: number
}

interface Member extends Extent {
  /** The key with its quotes, as it stands in the text. */
  key: string
  start: number
}

/**
 * The JSON value of a text, undefined where it is none. What exceeds the bounds is never parsed: of the outermost object
 * and of the `data` in it, a member that nests too deep or holds too many values becomes its own text, so that a result
 * can still be saved; members beyond the number of values are left out. Any other value that exceeds them is undefined.
 */
export function boundedJson(text: string, bounds: JsonBounds): unknown {
  const start = skipBlank(text, 0)
  const whole = extentOf(text, start)
  if (!whole) return undefined
  if (whole.depth <= bounds.depth && whole.values <= bounds.values) return parsedJson(text)
  const folded = foldedObject(text, start, bounds, true)
  return folded === null ? undefined : parsedJson(folded)
}

/** Null where the text is no object. */
function foldedObject(text: string, start: number, bounds: JsonBounds, isOutermost: boolean): string | null {
  const kept: string[] = []
  const most = bounds.values / LARGEST_SHARE
  let left = bounds.values
  for (const member of membersOf(text, start)) {
    if (!member) return null
    if (left <= 0) break
    const value = text.slice(member.start, member.end)
    const isInner = isOutermost && member.key === '"data"' && value.startsWith('{')
    const inner = isInner ? foldedObject(text, member.start, bounds, false) : null
    if (inner !== null) kept.push(`${member.key}:${inner}`)
    else if (member.depth > bounds.depth || member.values > most) {
      kept.push(`${member.key}:${JSON.stringify(value)}`)
      left--
    } else {
      kept.push(`${member.key}:${value}`)
      left -= member.values
    }
  }
  return text[start] === '{' ? `{${kept.join(',')}}` : null
}

/** Null as the last one where the object is malformed. */
function* membersOf(text: string, start: number): Generator<Member | null> {
  let at = skipBlank(text, start + 1)
  while (text[at] !== '}') {
    const keyEnd = text[at] === '"' ? stringEnd(text, at) : at
    const colon = skipBlank(text, keyEnd)
    const valueAt = skipBlank(text, colon + 1)
    const value = keyEnd > at && text[colon] === ':' ? extentOf(text, valueAt) : null
    if (!value) return yield null
    yield { ...value, key: text.slice(at, keyEnd), start: valueAt }
    at = skipBlank(text, value.end)
    if (text[at] === ',') at = skipBlank(text, at + 1)
    else if (text[at] !== '}') return yield null
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const isOpen = (code: number): boolean => code === 0x5b || code === 0x7b
const isClose = (code: number): boolean => code === 0x5d || code === 0x7d

/** One value's extent, measured in one pass without parsing it; null where it has no end. */
function extentOf(text: string, start: number): Extent | null {
  let [level, depth, values] = [0, 0, 1]
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(text, at)
    else {
      if (level === 0 && (code === COMMA || isClose(code))) return { end: at, depth, values }
      if (isOpen(code)) {
        depth = Math.max(depth, ++level)
        values++
      } else if (isClose(code)) level--
      else if (code === COMMA) values++
      at++
      if (level === 0 && isClose(code)) return { end: at, depth, values }
    }
  }
  return level === 0 && at > start ? { end: text.length, depth, values } : null
}

/** Behind the closing quote of the string that begins at `start`; the text's end where it has none. */
function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return at + 1
  }
  return text.length
}

function skipBlank(text: string, start: number): number {
  let at = start
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at++
  return at
}
