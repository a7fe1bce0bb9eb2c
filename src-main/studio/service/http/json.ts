import { truncate } from '../../../../src-preload/shared/truncate.ts'
/** The limits of a response's JSON. */
export interface JsonBounds {
  /** Maximum nesting depth of lists and objects. */
  depth: number
  /** Maximum total number of values. */
  values: number
}

/** In a value beyond its bounds, a member may use at most 1/20 of the allowed values, so that enough remain for the others. */
const MAX_SHARE_DIVISOR = 20

/** Where a value ends, and its size. */
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
export function parseBoundedJson(text: string, bounds: JsonBounds): unknown {
  const start = skipWhitespace(text, 0)
  const extent = measureValue(text, start, bounds)
  if (!extent) return undefined
  if (extent.depth <= bounds.depth && extent.values <= bounds.values) return parseJson(text)
  const compacted = text[start] === '{' ? compactObject(text, start, bounds, true) : null
  return compacted ? parseJson(compacted.text) : undefined
}

/** Rewrites the object that begins at `start` with its large members as strings; null if it is malformed. */
function compactObject(
  text: string,
  start: number,
  bounds: JsonBounds,
  isOutermost: boolean,
): { text: string; end: number } | null {
  const members: string[] = []
  const maxMemberValues = bounds.values / MAX_SHARE_DIVISOR
  let remainingValues = bounds.values
  let position = skipWhitespace(text, start + 1)
  while (text[position] !== '}') {
    const keyEnd = text[position] === '"' ? findStringEnd(text, position) : position
    const colon = skipWhitespace(text, keyEnd)
    if (keyEnd === position || text[colon] !== ':') return null
    const key = text.slice(position, keyEnd)
    const valueStart = skipWhitespace(text, colon + 1)
    const isDataObject = isOutermost && key === '"data"' && text[valueStart] === '{'
    const data = isDataObject ? compactObject(text, valueStart, bounds, false) : null
    const extent = data ? { end: data.end, depth: 0, values: 0 } : measureValue(text, valueStart)
    if (!extent) return null
    if (remainingValues > 0) {
      const isLarge = extent.depth > bounds.depth || extent.values > maxMemberValues
      const value = data?.text ?? text.slice(valueStart, extent.end)
      members.push(`${key}:${isLarge ? JSON.stringify(value) : value}`)
      remainingValues -= isLarge ? 1 : extent.values
    }
    position = skipWhitespace(text, extent.end)
    if (text[position] === ',') position = skipWhitespace(text, position + 1)
    else if (text[position] !== '}') return null
  }
  return { text: `{${members.join(',')}}`, end: position + 1 }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const isWhitespace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const isOpeningBracket = (code: number): boolean => code === 0x5b || code === 0x7b
const isClosingBracket = (code: number): boolean => code === 0x5d || code === 0x7d

/** Finds the end and size of one value without parsing it, stopping where it exceeds `bounds`; null if the value has no end. */
function measureValue(text: string, start: number, bounds?: JsonBounds): Extent | null {
  let [level, depth, values] = [0, 0, 1]
  let position = start
  while (position < text.length) {
    const code = text.charCodeAt(position)
    if (code === QUOTE) position = findStringEnd(text, position)
    else {
      if (level === 0 && (code === COMMA || isClosingBracket(code))) return { end: position, depth, values }
      if (isOpeningBracket(code)) {
        depth = Math.max(depth, ++level)
        values++
        if (bounds && depth > bounds.depth) return { end: position, depth, values }
      } else if (isClosingBracket(code)) level--
      else if (code === COMMA) values++
      if (bounds && values > bounds.values) return { end: position, depth, values }
      position++
      if (level === 0 && isClosingBracket(code)) return { end: position, depth, values }
    }
  }
  return level === 0 && position > start ? { end: text.length, depth, values } : null
}

/** The position after the closing quote of the string that begins at `start`; the end of the text if there is no closing quote. */
export function findStringEnd(text: string, start: number): number {
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

function skipWhitespace(text: string, start: number): number {
  let position = start
  while (isWhitespace(text.charCodeAt(position))) position++
  return position
}

/** Undefined if the text isn't valid JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The `data` of a response, or the response itself if it has no `data`; null if that is not an object. */
export const unwrapData = (json: unknown): Record<string, unknown> | null => {
  if (!isRecord(json)) return null
  if (!('data' in json)) return json
  return isRecord(json.data) ? json.data : null
}

/** Whether a JSON value is an object: neither a list nor null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Characters of a message of the service that are shown. */
const MAX_MESSAGE_LENGTH = 500
/** Line breaks, other control characters, and characters that change the text direction. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}]+/gu
const MARKUP = /<(!doctype|!--|\/?[a-z][^<>]*>)/i

/** Converts a message of the service to one short line of plain text; null if it is empty, not text, or markup. */
export const toPlainText = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const start = value.slice(0, 10 * MAX_MESSAGE_LENGTH)
  if (MARKUP.test(start)) return null
  const text = start.replaceAll(INVISIBLE, ' ').replaceAll(/\s+/g, ' ').trim()
  if (text.length <= MAX_MESSAGE_LENGTH) return text || null
  return `${truncate(text, MAX_MESSAGE_LENGTH - 1)}…`
}
