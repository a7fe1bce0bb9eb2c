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
  /** Position after the value's last character. */
  end: number
  depth: number
  values: number
}

/**
 * Parses JSON within bounds; undefined if it is invalid. In the outermost object and its `data`, a member that exceeds the
 * bounds is kept as its own text, so that a result can still be saved; members beyond the number of values are left out. Any
 * other value that exceeds the bounds is undefined.
 */
export function boundedJson(text: string, bounds: JsonBounds): unknown {
  const start = skipBlank(text, 0)
  const whole = extentOf(text, start, bounds)
  if (!whole) return undefined
  if (whole.depth <= bounds.depth && whole.values <= bounds.values) return parsedJson(text)
  const folded = text[start] === '{' ? foldedObject(text, start, bounds, true) : null
  return folded ? parsedJson(folded.text) : undefined
}

/** The object that begins at `start` with its larger members as texts; null where it is malformed. */
function foldedObject(
  text: string,
  start: number,
  bounds: JsonBounds,
  isOutermost: boolean,
): { text: string; end: number } | null {
  const kept: string[] = []
  const most = bounds.values / LARGEST_SHARE
  let left = bounds.values
  let at = skipBlank(text, start + 1)
  while (text[at] !== '}') {
    const keyEnd = text[at] === '"' ? stringEnd(text, at) : at
    const colon = skipBlank(text, keyEnd)
    if (keyEnd === at || text[colon] !== ':') return null
    const key = text.slice(at, keyEnd)
    const valueAt = skipBlank(text, colon + 1)
    const inner = isOutermost && key === '"data"' && text[valueAt] === '{'
    const data = inner ? foldedObject(text, valueAt, bounds, false) : null
    const extent = data ? { end: data.end, depth: 0, values: 0 } : extentOf(text, valueAt)
    if (!extent) return null
    if (left > 0) {
      const isLarge = extent.depth > bounds.depth || extent.values > most
      const value = data?.text ?? text.slice(valueAt, extent.end)
      kept.push(`${key}:${isLarge ? JSON.stringify(value) : value}`)
      left -= isLarge ? 1 : extent.values
    }
    at = skipBlank(text, extent.end)
    if (text[at] === ',') at = skipBlank(text, at + 1)
    else if (text[at] !== '}') return null
  }
  return { text: `{${kept.join(',')}}`, end: at + 1 }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const isOpen = (code: number): boolean => code === 0x5b || code === 0x7b
const isClose = (code: number): boolean => code === 0x5d || code === 0x7d

/** One value's extent, measured without parsing it and no further than up to `bounds`; null where it has no end. */
function extentOf(text: string, start: number, bounds?: JsonBounds): Extent | null {
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
        if (bounds && depth > bounds.depth) return { end: at, depth, values }
      } else if (isClose(code)) level--
      else if (code === COMMA) values++
      if (bounds && values > bounds.values) return { end: at, depth, values }
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
  while (isBlank(text.charCodeAt(at))) at++
  return at
}
