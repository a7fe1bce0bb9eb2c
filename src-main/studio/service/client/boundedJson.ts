export interface JsonBounds {
  /** Maximum nesting depth of lists and objects. */
  depth: number
  /** Maximum total number of values. */
  values: number
}

/** In a response beyond its bounds, a member may use at most this fraction (1/20) of the values, so that enough remain for the others. */
const MAX_SHARE_DIVISOR = 20

interface Extent {
  /** Position after the value's last character. */
  end: number
  depth: number
  values: number
}

/**
 * Parses JSON within bounds; returns undefined if it is invalid. In the outermost object and its `data`, a member that exceeds the
 * bounds becomes its own source text, so that a result can still be saved; members beyond the number of values are left out. For any
 * other value that exceeds the bounds it returns undefined.
 */
export function boundedJson(text: string, bounds: JsonBounds): unknown {
  const start = skipBlank(text, 0)
  const extent = extentOf(text, start, bounds)
  if (!extent) return undefined
  if (extent.depth <= bounds.depth && extent.values <= bounds.values) return parsedJson(text)
  const folded = text[start] === '{' ? compactObject(text, start, bounds, true) : null
  return folded ? parsedJson(folded.text) : undefined
}

/** The object that begins at `start`, with its large members as text; null if it is malformed. */
function compactObject(
  text: string,
  start: number,
  bounds: JsonBounds,
  isOutermost: boolean,
): { text: string; end: number } | null {
  const members: string[] = []
  const maxMemberValues = bounds.values / MAX_SHARE_DIVISOR
  let remainingValues = bounds.values
  let position = skipBlank(text, start + 1)
  while (text[position] !== '}') {
    const keyEnd = text[position] === '"' ? stringEnd(text, position) : position
    const colon = skipBlank(text, keyEnd)
    if (keyEnd === position || text[colon] !== ':') return null
    const key = text.slice(position, keyEnd)
    const valueStart = skipBlank(text, colon + 1)
    const inner = isOutermost && key === '"data"' && text[valueStart] === '{'
    const data = inner ? compactObject(text, valueStart, bounds, false) : null
    const extent = data ? { end: data.end, depth: 0, values: 0 } : extentOf(text, valueStart)
    if (!extent) return null
    if (remainingValues > 0) {
      const isLarge = extent.depth > bounds.depth || extent.values > maxMemberValues
      const value = data?.text ?? text.slice(valueStart, extent.end)
      members.push(`${key}:${isLarge ? JSON.stringify(value) : value}`)
      remainingValues -= isLarge ? 1 : extent.values
    }
    position = skipBlank(text, extent.end)
    if (text[position] === ',') position = skipBlank(text, position + 1)
    else if (text[position] !== '}') return null
  }
  return { text: `{${members.join(',')}}`, end: position + 1 }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const isOpen = (code: number): boolean => code === 0x5b || code === 0x7b
const isClose = (code: number): boolean => code === 0x5d || code === 0x7d

/** The extent of one value, measured without parsing it and only up to `bounds`; null if the value has no end. */
function extentOf(text: string, start: number, bounds?: JsonBounds): Extent | null {
  let [level, depth, values] = [0, 0, 1]
  let position = start
  while (position < text.length) {
    const code = text.charCodeAt(position)
    if (code === QUOTE) position = stringEnd(text, position)
    else {
      if (level === 0 && (code === COMMA || isClose(code))) return { end: position, depth, values }
      if (isOpen(code)) {
        depth = Math.max(depth, ++level)
        values++
        if (bounds && depth > bounds.depth) return { end: position, depth, values }
      } else if (isClose(code)) level--
      else if (code === COMMA) values++
      if (bounds && values > bounds.values) return { end: position, depth, values }
      position++
      if (level === 0 && isClose(code)) return { end: position, depth, values }
    }
  }
  return level === 0 && position > start ? { end: text.length, depth, values } : null
}

/** The position after the closing quote of the string that begins at `start`; the end of the text if there is no closing quote. */
function stringEnd(text: string, start: number): number {
  for (
    let position = text.indexOf('"', start + 1);
    position !== -1;
    position = text.indexOf('"', position + 1)
  ) {
    let escapes = 0
    while (text.charCodeAt(position - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return position + 1
  }
  return text.length
}

function skipBlank(text: string, start: number): number {
  let position = start
  while (isBlank(text.charCodeAt(position))) position++
  return position
}

/** The parsed JSON, or undefined if the text isn't valid JSON. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
