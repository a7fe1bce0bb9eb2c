import type { AssetKind } from '../../../../src-preload/contract/types/asset.ts'
import type { ByteSource } from './formats/ByteSource.ts'
import { checkCompleteness } from './completeness/checkCompleteness.ts'
import { decodeText } from './formats/decodeText.ts'
import { readImageSize } from './formats/readImageSize.ts'
import { sniffFormat, type Format } from './formats/sniffFormat.ts'
import { parseBoundedJson } from '../../service/http/json.ts'
import { readIsoMetadata } from './formats/IsoBoxes.ts'

/** The detected kind and format of a file. */
export interface DetectedFile {
  kind: AssetKind
  mime: string
  format: string
  width: number | null
  height: number | null
}

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

const MEDIA_TYPES: Record<Format, [AssetKind, string]> = {
  png: ['image', 'image/png'],
  jpg: ['image', 'image/jpeg'],
  webp: ['image', 'image/webp'],
  gif: ['image', 'image/gif'],
  bmp: ['image', 'image/bmp'],
  avif: ['image', 'image/avif'],
  mp4: ['video', 'video/mp4'],
  mov: ['video', 'video/quicktime'],
  webm: ['video', 'video/webm'],
  mpeg: ['video', 'video/mpeg'],
  avi: ['video', 'video/x-msvideo'],
  wmv: ['video', 'video/x-ms-wmv'],
  m4a: ['audio', 'audio/mp4'],
  mp3: ['audio', 'audio/mpeg'],
  aac: ['audio', 'audio/aac'],
  wav: ['audio', 'audio/wav'],
  ogg: ['audio', 'audio/ogg'],
  flac: ['audio', 'audio/flac'],
}
const TEXT_TYPES: Record<'json' | 'txt', DetectedFile> = {
  json: { kind: 'text', mime: 'application/json', format: 'json', width: null, height: null },
  txt: { kind: 'text', mime: 'text/plain; charset=utf-8', format: 'txt', width: null, height: null },
}
const OPAQUE: DetectedFile = {
  kind: 'other',
  mime: 'application/octet-stream',
  format: 'bin',
  width: null,
  height: null,
}
const NO_SIZE = { width: null, height: null }
/** Longer text is saved as opaque bytes instead of being read into memory. */
const MAX_TEXT_BYTES = 32 << 20

/** Inputs of other formats are accepted even if they look truncated; the service checks them. */
const CHECKED_INPUTS = new Set<Format>(['png', 'jpg', 'webp', 'wav', 'avif', 'mp4', 'm4a'])

/** Detects a file by its bytes alone. Formats outside the allow-list are saved as opaque bytes, unless an image is expected. */
export async function inspectFile(source: ByteSource, expect: ExpectedKind): Promise<Inspection> {
  if (source.size === 0) {
    if (expect === 'text' || expect === 'inline') return accepted(TEXT_TYPES.txt)
    return { kind: 'damaged', content: 'empty', detected: null }
  }
  const head = await source.read(0, 4096)
  const format = sniffFormat(head)
  if (format === null) return inspectTextOrOther(source, head, expect)
  const [kind, mime] = MEDIA_TYPES[format]
  if (expect === 'image' && kind !== 'image') return { kind: 'refused', content: format }
  const completeness = await checkCompleteness(source, format)
  if (completeness === 'truncated' && (expect !== 'input' || CHECKED_INPUTS.has(format)))
    return { kind: 'damaged', content: format, detected: { kind, mime, format, ...NO_SIZE } }
  const isComplete = completeness === 'complete'
  if (kind !== 'image')
    return accepted({ ...(await detectAudioOrVideo(source, format, kind, mime)), ...NO_SIZE }, isComplete)
  const size = await readImageSize(source, format)
  if (!size) return { kind: 'damaged', content: format, detected: OPAQUE }
  return accepted({ kind, mime, format, ...size }, isComplete)
}

/** Whether a file is Matroska, which is saved as opaque bytes but structured like WebM. */
const isMatroska = (head: Buffer): boolean => head.toString('latin1', 0, 4) === '\x1a\x45\xdf\xa3'

async function inspectTextOrOther(
  source: ByteSource,
  head: Buffer,
  expect: ExpectedKind,
): Promise<Inspection> {
  const markup = expect === 'inline' ? null : detectMarkup(head.toString('utf8'))
  const isRead = markup === null && source.size <= MAX_TEXT_BYTES
  const decoded = isRead ? decodeText(await source.read(0, source.size)) : null
  const text = markup ?? (decoded && detectTextKind(decoded.text))
  if (expect === 'inline' && text !== null)
    return accepted(text === 'json' ? TEXT_TYPES.json : TEXT_TYPES.txt)
  if (expect === 'image' || (expect === 'media' && text !== null)) {
    return { kind: 'refused', content: text ?? 'unknown' }
  }
  if (expect === 'text' && markup !== null) return { kind: 'refused', content: markup }
  if (isMatroska(head) && (await checkCompleteness(source, 'webm')) === 'truncated')
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

interface Container {
  kind: AssetKind
  mime: string
  format: Format
}

/** Number of bytes that contain the codec names of the first tracks. */
const CODEC_HEAD_BYTES = 65_536

/** Some containers may contain video or only audio. Their tracks show which, if they are in the first bytes. */
async function detectAudioOrVideo(
  source: ByteSource,
  format: Format,
  kind: AssetKind,
  mime: string,
): Promise<Container> {
  if (format === 'mp4' || format === 'mov') {
    const { hasAudio, hasVideo } = await readIsoMetadata(source)
    if (hasAudio && !hasVideo) return { kind: 'audio', mime: 'audio/mp4', format: 'm4a' }
  }
  if (format === 'webm') {
    const head = (await source.read(0, CODEC_HEAD_BYTES)).toString('latin1')
    if (/A_(OPUS|VORBIS)/.test(head) && !/V_(VP8|VP9|AV1)/.test(head))
      return { kind: 'audio', mime: 'audio/webm', format }
  }
  if (format === 'ogg') {
    const head = (await source.read(0, CODEC_HEAD_BYTES)).toString('latin1')
    if (head.includes('\x80theora') || head.includes('\x01video'))
      return { kind: 'video', mime: 'video/ogg', format }
  }
  return { kind, mime, format }
}
