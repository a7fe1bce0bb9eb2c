import { isUtf8 } from 'node:buffer'
import { inflateSync } from 'node:zlib'

/** A text that a program wrote into a file, under the name of its chunk, tag or comment. */
export interface FileText {
  name: string
  text: string
}

/** Receives the Exif data of a file. */
export type OnExif = (exif: Buffer) => void

/** The name of an XMP packet, whatever the format: its keyword in PNG files. */
export const XMP_NAME = 'XML:com.adobe.xmp'

/** Longer texts are ignored. Graphs of large ComfyUI workflows have several hundred kilobytes. */
export const MAX_TEXT_BYTES = 4 << 20
/** All texts of a file together; what exceeds it is ignored. */
const MAX_TOTAL_BYTES = 3 * MAX_TEXT_BYTES
/** Texts of a file beyond this number are ignored. */
const MAX_TEXTS = 64

/** The texts of one file, up to a maximum number and size. */
export class FileTexts {
  readonly list: FileText[] = []
  #remainingBytes = MAX_TOTAL_BYTES

  get isFull(): boolean {
    return this.list.length >= MAX_TEXTS || this.#remainingBytes <= 0
  }

  /** Adds a text up to its first zero byte, unless it is empty or too long. */
  add(name: string, content: Buffer | string): void {
    if (this.isFull || content.length > MAX_TEXT_BYTES) return
    this.#remainingBytes -= content.length
    const decoded = typeof content === 'string' ? content : content.toString('utf8')
    const end = decoded.indexOf('\0')
    const text = end === -1 ? decoded : decoded.slice(0, end)
    if (text.trim() !== '') this.list.push({ name, text })
  }

  /** Inflates a text; empty if it is too long or invalid. What is inflated in vain counts as read, too. */
  inflate(bytes: Buffer): string {
    if (this.isFull) return ''
    try {
      return decodeUtf8OrLatin1(inflateSync(bytes, { maxOutputLength: MAX_TEXT_BYTES }))
    } catch {
      this.#remainingBytes -= MAX_TEXT_BYTES / 4
      return ''
    }
  }
}

/** Decodes UTF-8 if it is valid, otherwise Latin-1. */
export const decodeUtf8OrLatin1 = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
