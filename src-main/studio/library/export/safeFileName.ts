import { cutToBytes } from '../cutText.ts'

/** A file name in two parts; `extension` is without its dot. */
export interface FileName {
  stem: string
  extension: string
}

/** Control characters, characters that Windows, macOS or Linux reject, and those that change the direction of text. */
const FORBIDDEN = /[\p{Cc}\p{Bidi_Control}\\/:*?"<>|]+/gu
/**
 * Windows drops dots and spaces at the end of a name, a leading dot hides a file, and programs read a leading hyphen as an option. Other
 * separators at the ends are left by empty fields of a name template.
 */
const TRIMMED_ENDS = /^[\s._-]+|(?<![\s._-])[\s._-]+$/g
/** Names of devices on Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])$/i

/** Maximum bytes of a name in UTF-8. File systems allow 255; the rest is left for a number and for the path on Windows. */
const MAX_NAME_BYTES = 180

/** A part of a file name, without characters that a file system rejects. */
export const cleanNamePart = (text: string): string =>
  text.toWellFormed().normalize('NFC').replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/g, ' ').trim()

/** A name that Windows, macOS and Linux accept, shortened at its end if it is too long. */
export function safeFileName(text: string, extension: string): FileName {
  const stem = trimEnds(cutToBytes(trimEnds(cleanNamePart(text)), maxStemBytes(extension)))
  return { stem: escapeReserved(stem || 'Untitled'), extension }
}

export const joinName = ({ stem, extension }: FileName): string =>
  extension === '' ? stem : `${stem}.${extension}`

/** Maximum bytes of a stem with this extension. */
export const maxStemBytes = (extension: string): number => MAX_NAME_BYTES - Buffer.byteLength(extension) - 1

const trimEnds = (text: string): string => text.replaceAll(TRIMMED_ENDS, '')

/** Windows reserves a name by its part before the first dot. */
function escapeReserved(stem: string): string {
  const [first = ''] = stem.split('.')
  return RESERVED.test(first.trimEnd()) ? `${first.trimEnd()}_${stem.slice(first.length)}` : stem
}
