/** A text that a program wrote into a file, under the name of its chunk, tag or comment. */
export interface FileText {
  name: string
  text: string
}

/** The name of an XMP packet, whatever the format: its keyword in PNG files. */
export const XMP_NAME = 'XML:com.adobe.xmp'

/** Longer texts are ignored. Graphs of large ComfyUI workflows have several hundred kilobytes. */
export const MAX_TEXT_BYTES = 4 << 20
/** Texts of a file beyond this number are ignored. */
const MAX_TEXTS = 64

/** The texts of one file, up to a maximum number. */
export class FileTexts {
  readonly list: FileText[] = []

  get isFull(): boolean {
    return this.list.length >= MAX_TEXTS
  }

  /** Adds a text up to its first zero byte, unless it is empty or too long. */
  add(name: string, content: Buffer | string): void {
    if (this.isFull || content.length > MAX_TEXT_BYTES) return
    const decoded = typeof content === 'string' ? content : content.toString('utf8')
    const end = decoded.indexOf('\0')
    const text = end === -1 ? decoded : decoded.slice(0, end)
    if (text.trim() !== '') this.list.push({ name, text })
  }
}
