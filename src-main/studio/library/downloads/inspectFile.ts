import type { ByteSource } from './formats/ByteSource.ts'
import { checkCompleteness } from './completeness/checkCompleteness.ts'
import { decodeText } from './formats/decodeText.ts'
import { type DetectedFile, HEAD_BYTES, identifyFile } from './formats/identifyFile.ts'
import type { Format } from './formats/sniffFormat.ts'
import type { OtherFormat } from './formats/sniffOther.ts'
import { parseBoundedJson } from '../../service/http/json.ts'

/**
 * The expected kind of a file. `image`: a raster image; `media`: anything but text, because text is an error page here;
 * `text`: may be empty; `inline`: text from a response, even if it looks like markup; `any`: anything; `input`: a file of the
 * user, including audio with an incomplete last frame, which is common.
 */
export type ExpectedKind = 'image' | 'media' | 'text' | 'inline' | 'any' | 'input'

/**
 * Whether a file is accepted. `damaged`: it is truncated or invalid; `refused`: it is of another kind than expected. `isComplete`:
 * whether the structure of the file shows that it is complete. `content` names the content for the error message, such as `html`, `mp4` or
 * `unknown`.
 */
export type Inspection =
  | { kind: 'accepted'; detected: DetectedFile; isComplete: boolean }
  /** `detected` is null for an empty file. */
  | { kind: 'damaged'; content: string; detected: DetectedFile | null }
  | { kind: 'refused'; content: string }

const UNMEASURED = { width: null, height: null, durationMs: null }
const TEXT_TYPES: Record<'json' | 'txt', DetectedFile> = {
  json: { kind: 'text', mime: 'application/json', format: 'json', ...UNMEASURED },
  txt: { kind: 'text', mime: 'text/plain; charset=utf-8', format: 'txt', ...UNMEASURED },
}
const OPAQUE: DetectedFile = {
  kind: 'other',
  mime: 'application/octet-stream',
  format: 'bin',
  ...UNMEASURED,
}
/** Longer text is saved as opaque bytes instead of being read into memory. */
const MAX_TEXT_BYTES = 32 << 20

/** Inputs of other formats are accepted even if they look truncated; the service checks them. */
const CHECKED_INPUTS = new Set<Format>(['png', 'webp', 'wav', 'avif', 'mp4', 'm4a'])

/** Detects a file by its bytes alone. Formats outside the allow-list are saved as opaque bytes, unless an image is expected. */
export async function inspectFile(source: ByteSource, expect: ExpectedKind): Promise<Inspection> {
  if (source.size === 0) {
    if (expect === 'text' || expect === 'inline') return accepted(TEXT_TYPES.txt)
    return { kind: 'damaged', content: 'empty', detected: null }
  }
  const identified = await identifyFile(source)
  if (identified?.kind !== 'media') {
    const head = await source.read(0, HEAD_BYTES)
    return inspectTextOrOther(source, head, expect, identified?.name ?? null)
  }
  const { format, file } = identified
  if (expect === 'image' && file.kind !== 'image') return { kind: 'refused', content: file.format }
  const completeness = await checkCompleteness(source, format)
  if (completeness === 'truncated' && (expect !== 'input' || CHECKED_INPUTS.has(format)))
    return { kind: 'damaged', content: format, detected: file }
  if (file.kind === 'image' && file.width === null)
    return { kind: 'damaged', content: format, detected: OPAQUE }
  return accepted(file, completeness === 'complete')
}

async function inspectTextOrOther(
  source: ByteSource,
  head: Buffer,
  expect: ExpectedKind,
  name: OtherFormat | null,
): Promise<Inspection> {
  const markup = expect === 'inline' ? null : detectMarkup(head.toString('utf8'))
  const isRead = markup === null && source.size <= MAX_TEXT_BYTES
  const decoded = isRead ? decodeText(await source.read(0, source.size)) : null
  const text = markup ?? (decoded && detectTextKind(decoded.text))
  if (expect === 'inline' && text !== null)
    return accepted(text === 'json' ? TEXT_TYPES.json : TEXT_TYPES.txt)
  if (expect === 'image' || expect === 'input' || (expect === 'media' && text !== null)) {
    return { kind: 'refused', content: name ?? text ?? 'unknown' }
  }
  if (expect === 'text' && markup !== null) return { kind: 'refused', content: markup }
  // Saved as opaque bytes, but structured like WebM.
  if (name === 'mkv' && (await checkCompleteness(source, 'webm')) === 'truncated')
    return { kind: 'damaged', content: 'mkv', detected: OPAQUE }
  if (text === 'txt' && decoded && isTruncatedJson(decoded.text))
    return { kind: 'damaged', content: 'json', detected: TEXT_TYPES.txt }
  if (text !== 'json' && text !== 'txt') return accepted(OPAQUE)
  const isWide = decoded !== null && decoded.encoding !== 'utf-8'
  const type = isWide
    ? { ...TEXT_TYPES[text], mime: `text/plain; charset=${decoded.encoding}` }
    : TEXT_TYPES[text]
  return accepted(type, text === 'json')
}

const accepted = (detected: DetectedFile, isComplete = false): Inspection => ({
  kind: 'accepted',
  detected,
  isComplete,
})

/** The start of a JSON object or array, but not of text in brackets such as `[Music]`. */
const JSON_START = /^\s*(?:\{\s*"|\[\s*(?:[[{"-]|\d))/

const [QUOTE, ESCAPE, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125]

/** Whether text is truncated JSON: one of its strings, objects or arrays is not closed. */
function isTruncatedJson(text: string): boolean {
  if (!JSON_START.test(text)) return false
  let depth = 0
  let isInString = false
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index)
    if (char === QUOTE) isInString = !isInString
    else if (isInString) index += char === ESCAPE ? 1 : 0
    else if (char === OPEN_OBJECT || char === OPEN_ARRAY) depth += 1
    else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) depth -= 1
  }
  return isInString || depth > 0
}

/** The kinds of text files. */
type TextKind = 'json' | 'txt' | 'html' | 'svg'

/** The kind of a text. JSON must parse. */
function detectTextKind(text: string): TextKind {
  const markup = detectMarkup(text.slice(0, 4096))
  if (markup) return markup
  return /^\s*[[{]/.test(text) && isJson(text) ? 'json' : 'txt'
}

/** HTML or SVG by its start, after comments, declarations and white space, even if the rest is not valid text. */
function detectMarkup(beginning: string): 'html' | 'svg' | null {
  const first = beginning.replace(/^(?:\uFEFF|\s|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!doctype svg[^>]*>)+/i, '')
  if (/^<(?:[a-z]+:)?svg[\s>]/i.test(first)) return 'svg'
  return /^<(?:!doctype html|html|head|body|script|title|meta|div|h1|p)[\s>/]/i.test(first) ? 'html' : null
}

/** Deeper nested JSON is not useful and needs a gigabyte of memory to parse. */
const isJson = (text: string): boolean =>
  parseBoundedJson(text, { depth: 100, values: Number.MAX_SAFE_INTEGER }) !== undefined
