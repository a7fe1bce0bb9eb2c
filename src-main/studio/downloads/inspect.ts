import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import type { ByteSource } from './ByteSource.ts'
import { isCutShort } from './isCutShort.ts'
import { pictureSize } from './pictureSize.ts'
import { sniff, type Format } from './sniff.ts'
import { markupKind, textKind } from './textKind.ts'

/** What a file turned out to be. */
export interface Inspected {
  kind: AssetKind
  mime: string
  format: string
  width: number | null
  height: number | null
}

/** `what` names the content for the message: `html`, `mp4`, `unknown`… */
export type Inspection =
  | { verdict: 'good'; facts: Inspected }
  | { verdict: 'damaged'; what: string }
  | { verdict: 'refused'; what: string }

const media: Record<Format, [AssetKind, string]> = {
  png: ['image', 'image/png'],
  jpg: ['image', 'image/jpeg'],
  webp: ['image', 'image/webp'],
  gif: ['image', 'image/gif'],
  avif: ['image', 'image/avif'],
  mp4: ['video', 'video/mp4'],
  webm: ['video', 'video/webm'],
  m4a: ['audio', 'audio/mp4'],
  mp3: ['audio', 'audio/mpeg'],
  wav: ['audio', 'audio/wav'],
  ogg: ['audio', 'audio/ogg'],
  flac: ['audio', 'audio/flac'],
}
const written: Record<'json' | 'txt', Inspected> = {
  json: { kind: 'text', mime: 'application/json', format: 'json', width: null, height: null },
  txt: { kind: 'text', mime: 'text/plain; charset=utf-8', format: 'txt', width: null, height: null },
}
const opaque: Inspected = {
  kind: 'other',
  mime: 'application/octet-stream',
  format: 'bin',
  width: null,
  height: null,
}
/** Text beyond this is kept as opaque bytes rather than read whole. */
const LONGEST_TEXT = 32 << 20

/** Judges a file by its bytes alone. What the allow-list does not know is kept as opaque bytes, unless a picture was expected. */
export async function inspect(source: ByteSource, expect: 'image' | 'any'): Promise<Inspection> {
  if (source.size === 0) return { verdict: 'damaged', what: 'empty' }
  const head = await source.read(0, 4096)
  const format = sniff(head)
  if (format === null) return inspectOther(source, head, expect)
  const [kind, mime] = media[format]
  if (expect === 'image' && kind !== 'image') return { verdict: 'refused', what: format }
  if (await isCutShort(source, format)) return { verdict: 'damaged', what: format }
  const size = kind === 'image' ? await pictureSize(source, format) : null
  if (kind === 'image' && !size) return { verdict: 'damaged', what: format }
  return {
    verdict: 'good',
    facts: { kind, mime, format, width: size?.width ?? null, height: size?.height ?? null },
  }
}

async function inspectOther(source: ByteSource, head: Buffer, expect: 'image' | 'any'): Promise<Inspection> {
  const markup = markupKind(head.toString('utf8'))
  const text = markup ?? (source.size <= LONGEST_TEXT ? textKind(await source.read(0, source.size)) : null)
  if (expect === 'image') return { verdict: 'refused', what: text ?? 'unknown' }
  return { verdict: 'good', facts: text === 'json' || text === 'txt' ? written[text] : opaque }
}
