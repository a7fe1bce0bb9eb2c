/** Formats that are saved with their own extension. Files of other formats are saved as opaque bytes. */
export type Format =
  | 'png'
  | 'jpg'
  | 'webp'
  | 'gif'
  | 'bmp'
  | 'avif'
  | 'mp4'
  | 'mov'
  | 'webm'
  | 'mpeg'
  | 'avi'
  | 'wmv'
  | 'm4a'
  | 'mp3'
  | 'aac'
  | 'wav'
  | 'ogg'
  | 'flac'

const latin1 = (head: Buffer, start: number, end: number): string => head.toString('latin1', start, end)

const ASF_HEADER = '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\x00\xaa\x00\x62\xce\x6c'

const RIFF_FORMATS: Readonly<Record<string, Format>> = { WEBP: 'webp', WAVE: 'wav', 'AVI ': 'avi' }

/** The format by the magic bytes at the start of a file; null if unknown. Names and content types are ignored. */
export function sniffFormat(head: Buffer): Format | null {
  if (latin1(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (latin1(head, 0, 3) === '\xff\xd8\xff') return 'jpg'
  if (/^GIF8[79]a$/.test(latin1(head, 0, 6))) return 'gif'
  if (latin1(head, 0, 4) === 'RIFF') return RIFF_FORMATS[latin1(head, 8, 12)] ?? null
  if (latin1(head, 4, 8) === 'ftyp') return formatOfBrand(latin1(head, 8, 12))
  // Old QuickTime files without a brand.
  if (/^(moov|mdat|wide)$/.test(latin1(head, 4, 8)) && head.length >= 16) return 'mov'
  if (latin1(head, 0, 4) === '\x1a\x45\xdf\xa3') return latin1(head, 0, 64).includes('webm') ? 'webm' : null
  if (latin1(head, 0, 4) === 'OggS') return 'ogg'
  if (latin1(head, 0, 4) === 'fLaC') return 'flac'
  if (latin1(head, 0, 16) === ASF_HEADER) return 'wmv'
  if (['\0\0\x01\xba', '\0\0\x01\xb3'].includes(latin1(head, 0, 4))) return 'mpeg'
  if (isBitmap(head)) return 'bmp'
  if (isAdts(head)) return 'aac'
  return latin1(head, 0, 3) === 'ID3' || isMp3Frame(head) ? 'mp3' : null
}

function formatOfBrand(brand: string): Format | null {
  if (brand === 'avif' || brand === 'avis') return 'avif'
  if (brand === 'qt  ') return 'mov'
  if (/^M4[AB] $/.test(brand)) return 'm4a'
  return /^(iso[m2-9]|mp4[12]|avc1|dash|M4V |MSNV|hvc1|av01)$/.test(brand) ? 'mp4' : null
}

/** `BM`, two reserved words and a header of a valid size. */
const isBitmap = (head: Buffer): boolean =>
  latin1(head, 0, 2) === 'BM' &&
  head.length >= 26 &&
  head.readUInt32LE(6) === 0 &&
  [12, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14))

/** A raw AAC frame that is followed by another one, because its first bytes alone are ambiguous. */
function isAdts(head: Buffer): boolean {
  const isFrame = (position: number): boolean =>
    head[position] === 0xff && ((head[position + 1] ?? 0) & 0xf6) === 0xf0
  if (head.length < 9 || !isFrame(0)) return false
  const length = ((head.readUInt8(3) & 3) << 11) | (head.readUInt8(4) << 3) | (head.readUInt8(5) >> 5)
  return length > 7 && isFrame(length)
}

/** Eleven set bits, then layer III with a valid bit rate and sample rate. */
function isMp3Frame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false
  const version = (second >> 3) & 3
  const layer = (second >> 1) & 3
  return version !== 1 && layer === 1 && third >> 4 !== 15 && third >> 4 !== 0 && ((third >> 2) & 3) !== 3
}
