/** Formats the studio keeps under their own name; everything else is opaque. */
export type Format =
  'png' | 'jpg' | 'webp' | 'gif' | 'avif' | 'mp4' | 'webm' | 'm4a' | 'mp3' | 'wav' | 'ogg' | 'flac'

const text = (head: Buffer, start: number, end: number): string => head.toString('latin1', start, end)

/** Format by the magic bytes at the start of a file; null where none is known. Names and content types are never believed. */
export function sniff(head: Buffer): Format | null {
  if (text(head, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(head, 0, 3) === '\xff\xd8\xff') return 'jpg'
  if (/^GIF8[79]a$/.test(text(head, 0, 6))) return 'gif'
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP') return 'webp'
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WAVE') return 'wav'
  if (text(head, 4, 8) === 'ftyp') return isoBrand(text(head, 8, 12))
  if (text(head, 0, 4) === '\x1a\x45\xdf\xa3') return text(head, 0, 64).includes('webm') ? 'webm' : null
  if (text(head, 0, 4) === 'OggS') return 'ogg'
  if (text(head, 0, 4) === 'fLaC') return 'flac'
  return text(head, 0, 3) === 'ID3' || isMp3Frame(head) ? 'mp3' : null
}

function isoBrand(brand: string): Format | null {
  if (brand === 'avif' || brand === 'avis') return 'avif'
  if (/^M4[AB] $/.test(brand)) return 'm4a'
  return /^(iso[m2-9]|mp4[12]|avc1|dash|M4V |MSNV|hvc1|av01)$/.test(brand) ? 'mp4' : null
}

/** Eleven set bits, then layer III with a bit rate and a sample rate that exist. */
function isMp3Frame(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false
  const version = (second >> 3) & 3
  const layer = (second >> 1) & 3
  return version !== 1 && layer === 1 && third >> 4 !== 15 && third >> 4 !== 0 && ((third >> 2) & 3) !== 3
}
