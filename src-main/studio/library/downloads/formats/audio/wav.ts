import { type BufferedReader, MAX_ELEMENTS } from '../ByteSource.ts'

/** From this size on, a stated size beyond the file is a placeholder of a program that couldn't seek back to fill it in. */
const MIN_PLACEHOLDER = 0x7fff_0000

/** Whether a stated size is a placeholder. `actual`: the bytes that are there. Streaming programs write 0, -1, the maximum or a value near it. */
export const isPlaceholderSize = (stated: number, actual: number): boolean =>
  (stated === 0 && actual > 0) || (stated >= MIN_PLACEHOLDER && stated > actual)

/** The chunks of a WAV file that describe its audio. */
export interface WavAudio {
  /** Null if there is no such chunk; `unknown` if it isn't among the chunks that are read. */
  data: { start: number; stated: number } | null | 'unknown'
  /** PCM and other codecs with a fixed size of a sample: bytes of one sample of all channels, and samples per second. */
  blockAlign: number
  sampleRate: number
  bytesPerSecond: number
  /** The format code, of the extension if there is one (RFC 2361). */
  codec: number
  /** Samples of compressed audio, from the `fact` chunk. */
  factSamples: number | null
  /** Size of the data in RF64 and BW64 files (EBU Tech 3306). */
  size64: number | null
}

const EXTENSIBLE = 0xfffe

/** Reads the chunks up to the data. */
export async function readWav(bytes: BufferedReader): Promise<WavAudio> {
  const audio: WavAudio = {
    data: null,
    blockAlign: 0,
    sampleRate: 0,
    bytesPerSecond: 0,
    codec: 0,
    factSamples: null,
    size64: null,
  }
  let position = 12
  for (let chunks = 0; ; chunks++) {
    if (chunks === MAX_ELEMENTS) return { ...audio, data: 'unknown' }
    const head = await bytes.read(position, 8)
    if (head.length < 8) return audio
    const type = head.toString('latin1', 0, 4)
    const size = head.readUInt32LE(4)
    position += 8
    if (type === 'data') return { ...audio, data: { start: position, stated: audio.size64 ?? size } }
    const content = await bytes.read(position, Math.min(size, 40))
    if (type === 'fmt ' && content.length >= 16) {
      audio.codec = content.readUInt16LE(0)
      audio.sampleRate = content.readUInt32LE(4)
      audio.bytesPerSecond = content.readUInt32LE(8)
      audio.blockAlign = content.readUInt16LE(12)
      if (audio.codec === EXTENSIBLE && content.length >= 26) audio.codec = content.readUInt16LE(24)
    }
    if (type === 'fact' && content.length >= 4) audio.factSamples = content.readUInt32LE(0)
    if (type === 'ds64' && content.length >= 16) audio.size64 = Number(content.readBigUInt64LE(8))
    position += size + (size & 1)
  }
}

/** PCM, floating point, A-law and µ-law: every sample has the same size. */
const FIXED_SIZE_CODECS = new Set([1, 3, 6, 7])

/** The duration in seconds by the size of the data; a size that is missing or beyond the file is that of the rest of the file. */
export async function measureWav(bytes: BufferedReader): Promise<number | null> {
  const { data, blockAlign, sampleRate, bytesPerSecond, codec, factSamples } = await readWav(bytes)
  if (data === null || data === 'unknown' || sampleRate === 0) return null
  const rest = bytes.size - data.start
  const length = isPlaceholderSize(data.stated, rest) ? rest : Math.min(data.stated, rest)
  if (FIXED_SIZE_CODECS.has(codec))
    return blockAlign > 0 ? Math.floor(length / blockAlign) / sampleRate : null
  if (factSamples !== null && factSamples > 0 && length === data.stated) return factSamples / sampleRate
  return bytesPerSecond > 0 ? length / bytesPerSecond : null
}
