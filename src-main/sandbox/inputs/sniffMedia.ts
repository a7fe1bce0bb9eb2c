export type MediaFormat =
  'mp3' | 'aac' | 'ogg' | 'wav' | 'flac' | 'm4a' | 'mp4' | 'mov' | 'avi' | 'webm' | 'mpeg' | 'wmv'

/** The format of a sound or video file by its first bytes; null for anything else. */
export function sniffMedia(bytes: Buffer): MediaFormat | null {
  const latin = bytes.toString('latin1', 0, 16)
  if (latin.startsWith('OggS')) return 'ogg'
  if (latin.startsWith('fLaC')) return 'flac'
  if (latin.startsWith('RIFF'))
    return latin.slice(8, 12) === 'WAVE' ? 'wav' : latin.slice(8, 11) === 'AVI' ? 'avi' : null
  if (latin.startsWith('\x1a\x45\xdf\xa3')) return 'webm'
  if (latin.startsWith('\x30\x26\xb2\x75')) return 'wmv'
  if (['\0\0\x01\xba', '\0\0\x01\xb3'].includes(latin.slice(0, 4))) return 'mpeg'
  if (latin.slice(4, 8) === 'ftyp') {
    return latin.slice(8, 11) === 'M4A' ? 'm4a' : latin.slice(8, 12) === 'qt  ' ? 'mov' : 'mp4'
  }
  return sniffMpegSound(bytes, latin)
}

/** A frame's first eleven bits are set; the layer tells MP3 from AAC. */
function sniffMpegSound(bytes: Buffer, latin: string): MediaFormat | null {
  if (latin.startsWith('ID3')) return 'mp3'
  const [first = 0, second = 0, third = 0] = bytes
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null
  if ((second & 0xf6) === 0xf0) return 'aac'
  const broken = (second & 0x18) === 8 || (second & 0x06) === 0 || third >> 4 === 15 || third >> 4 === 0
  return broken ? null : 'mp3'
}
