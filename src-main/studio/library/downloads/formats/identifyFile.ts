import type { AssetKind } from '../../../../../src-preload/contract/types/asset.ts'
import { readAdtsFrame } from './audio/aac.ts'
import { readFlac } from './audio/flac.ts'
import { readTagLength, walkFrames } from './audio/frames.ts'
import { walkMp3 } from './audio/mp3.ts'
import { readOgg } from './audio/ogg.ts'
import { measureWav } from './audio/wav.ts'
import { BufferedReader, type ByteSource } from './ByteSource.ts'
import { readImage } from './image/readImage.ts'
import { identifyIso } from './identifyIso.ts'
import { readAsf, readAvi, readMpeg } from './otherContainers.ts'
import { isEbml, isIso, sniffFormat, type Format } from './sniffFormat.ts'
import { type OtherFormat, sniffOther } from './sniffOther.ts'
import { readWebm } from './webm.ts'

/** What a file is, by its bytes alone. */
export interface DetectedFile {
  kind: AssetKind
  mime: string
  format: string
  /** In pixels as shown: upright, with the display size of a video. */
  width: number | null
  height: number | null
  /** Of audio and video, by what is played; null if it is unknown. */
  durationMs: number | null
}

/** `other`: a format that is known but can't be used. */
export type Identified =
  | { kind: 'media'; format: Format; file: DetectedFile }
  | { kind: 'other'; name: OtherFormat }
  | null

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
  wma: ['audio', 'audio/x-ms-wma'],
  m4a: ['audio', 'audio/mp4'],
  mp3: ['audio', 'audio/mpeg'],
  aac: ['audio', 'audio/aac'],
  wav: ['audio', 'audio/wav'],
  ogg: ['audio', 'audio/ogg'],
  flac: ['audio', 'audio/flac'],
}

/** How many bytes at the start show what a file is. */
export const HEAD_BYTES = 4096

/** The measurements of a file, and the kind of a container that may contain video or only audio. */
type Facts = Partial<Omit<DetectedFile, 'durationMs'>> & { durationMs?: number | null }

const fromSeconds = (seconds: number | null): Facts => ({
  durationMs: seconds === null ? null : seconds * 1000,
})

/** Video formats whose headers name their streams. */
const audioOnly = (
  { hasVideo, hasAudio, width, height, durationMs }: Awaited<ReturnType<typeof readAsf>>,
  format: 'wma' | null,
): Facts =>
  hasAudio && !hasVideo && format !== null
    ? { kind: MEDIA_TYPES[format][0], mime: MEDIA_TYPES[format][1], format, durationMs }
    : { width, height, durationMs }

async function imageFactsOf(bytes: BufferedReader, format: Format): Promise<Facts> {
  const facts = await readImage(bytes, format)
  return facts ? { width: facts.width, height: facts.height } : {}
}

async function webmFacts(bytes: BufferedReader): Promise<Facts> {
  const { tracks, durationMs } = await readWebm(bytes)
  const video = tracks.find(({ type, codec }) => type === 1 || codec.startsWith('V_'))
  const hasAudio = tracks.some(({ codec }) => codec.startsWith('A_'))
  if (video || !hasAudio) return { width: video?.width ?? null, height: video?.height ?? null, durationMs }
  return { kind: 'audio', mime: 'audio/webm', durationMs }
}

async function oggFacts(bytes: BufferedReader): Promise<Facts> {
  const { hasVideo, picture, seconds } = await readOgg(bytes)
  return {
    ...(hasVideo && { kind: 'video' as const, mime: 'video/ogg' }),
    ...picture,
    ...fromSeconds(seconds),
  }
}

async function flacFacts(bytes: BufferedReader): Promise<Facts> {
  const facts = await readFlac(bytes)
  if (typeof facts === 'string' || facts.rate === 0) return {}
  const samples = facts.found ?? facts.stated
  return fromSeconds(samples > 0 ? samples / facts.rate : null)
}

/** Reads what the first bytes don't show. */
async function readFacts(bytes: BufferedReader, format: Format): Promise<Facts> {
  switch (format) {
    case 'mp3':
      return fromSeconds((await walkMp3(bytes)).seconds)
    case 'aac':
      return fromSeconds((await walkFrames(bytes, readAdtsFrame)).seconds)
    case 'wav':
      return fromSeconds(await measureWav(bytes))
    case 'flac':
      return flacFacts(bytes)
    case 'ogg':
      return oggFacts(bytes)
    case 'webm':
      return webmFacts(bytes)
    case 'avi':
      return audioOnly(await readAvi(bytes), null)
    case 'mpeg':
      return audioOnly(await readMpeg(bytes), null)
    case 'wmv':
      return audioOnly(await readAsf(bytes), 'wma')
    case 'png':
    case 'jpg':
    case 'webp':
    case 'gif':
    case 'bmp':
    case 'avif':
      return imageFactsOf(bytes, format)
    case 'mp4':
    case 'mov':
    case 'm4a':
    case 'wma':
      // `identifyIso` and `wmv` measure these.
      return {}
  }
}

/** Null for zero and for durations that no file has, which a damaged header may state. */
function toMilliseconds(durationMs: number | null | undefined): number | null {
  const rounded = Math.round(durationMs ?? 0)
  return rounded > 0 && Number.isSafeInteger(rounded) ? rounded : null
}

/** Codecs that browsers play in WebM. Matroska files with only these are WebM, whatever their document type says. */
const WEB_CODECS = /^(?:V_(?:VP8|VP9|AV1)|A_(?:OPUS|VORBIS|PCM\/\S+))$/

async function isWebmContent(bytes: BufferedReader): Promise<boolean> {
  const { tracks } = await readWebm(bytes)
  const played = tracks.filter(({ codec }) => /^[VA]_/.test(codec))
  return played.length > 0 && played.every(({ codec }) => WEB_CODECS.test(codec))
}

/**
 * Answers what a file is, by its bytes: kind, format, size as shown, duration. Durations are those of what is played: they are measured by frames,
 * packets and samples, because headers are missing, wrong or doubled in files that were streamed, cut or joined. Memory is bounded; formats
 * with tables of samples are not read entirely. Null if nothing is known about it. Never rejects because of the content.
 */
export async function identifyFile(source: ByteSource): Promise<Identified> {
  const bytes = new BufferedReader(source)
  const head = Buffer.from(await bytes.read(0, HEAD_BYTES))
  if (isIso(head)) {
    const iso = await identifyIso(bytes)
    if (iso.format === null) {
      const name = sniffOther(head) ?? iso.other
      return name === null ? null : { kind: 'other', name }
    }
    const { format, width, height, durationMs } = iso
    return detected(format, { width, height, durationMs })
  }
  const format =
    sniffFormat(await withoutTag(bytes, head)) ??
    (isEbml(head) && (await isWebmContent(bytes)) ? 'webm' : null)
  if (format !== null) return detected(format, await readFacts(bytes, format))
  const name = sniffOther(head)
  return name === null ? null : { kind: 'other', name }
}

/** The first bytes after an ID3 tag, which may be longer than the bytes that were read; FLAC and AAC files may begin with one too. */
async function withoutTag(bytes: BufferedReader, head: Buffer): Promise<Buffer> {
  const tagBytes = readTagLength(head, 0)
  if (tagBytes <= head.length / 2 || head.toString('latin1', 0, 3) !== 'ID3') return head
  const rest = await bytes.read(tagBytes, HEAD_BYTES)
  const format = rest.length < 4 ? null : sniffFormat(rest)
  return format === 'flac' || format === 'aac' ? rest : head
}

function detected(format: Format, facts: Facts): Identified {
  const [kind, mime] = MEDIA_TYPES[format]
  const { width, height } = facts
  const file = {
    kind: facts.kind ?? kind,
    mime: facts.mime ?? mime,
    format: facts.format ?? format,
    width: width ? width : null,
    height: height ? height : null,
    durationMs: toMilliseconds(facts.durationMs),
  }
  return { kind: 'media', format, file }
}
