import type { Check, Completeness } from './Completeness.ts'
import { type BoxList, type IsoBox, IsoBoxes } from './IsoBoxes.ts'

const has = (boxes: readonly IsoBox[], ...types: string[]): boolean =>
  types.some((type) => boxes.some((box) => box.type === type))

/** Checks that the outermost boxes are complete and include the required ones. */
function byOutermost({ boxes, isTruncated }: BoxList, needed: readonly string[]): Completeness {
  if (isTruncated || !needed.every((type) => has(boxes, type))) return 'truncated'
  return boxes.some(({ isOpen }) => isOpen) ? 'unknown' : 'complete'
}

const avif: Check = async (bytes) => {
  const reader = new IsoBoxes(bytes)
  const outermost = await reader.between(0, reader.size)
  return reader.isExhausted ? 'unknown' : byOutermost(outermost, ['meta', 'mdat'])
}

/** A fragmented file is known to be complete only by the index at its end; any other by the offsets of its samples. */
const movie: Check = async (bytes) => {
  const reader = new IsoBoxes(bytes)
  const outermost = await reader.between(0, reader.size)
  if (reader.isExhausted) return 'unknown'
  const found = byOutermost(outermost, ['moov', 'mdat'])
  if (found !== 'complete') return found
  const inMovie = await reader.inside(outermost.boxes, 'moov')
  if (has(outermost.boxes, 'moof') || has(inMovie, 'mvex')) {
    return outermost.boxes.at(-1)?.type === 'mfra' ? 'complete' : 'unknown'
  }
  return (await lastSample(reader, inMovie)) < reader.size ? 'complete' : 'truncated'
}

/** The offset of the last chunk of samples of any track. */
async function lastSample(reader: IsoBoxes, inMovie: readonly IsoBox[]): Promise<number> {
  let last = 0
  const inTracks = await reader.inside(inMovie, 'trak')
  const inMedia = await reader.inside(inTracks, 'mdia')
  const inInformation = await reader.inside(inMedia, 'minf')
  for (const { type, start, end } of await reader.inside(inInformation, 'stbl')) {
    const width = type === 'stco' ? 4 : type === 'co64' ? 8 : 0
    if (width === 0) continue
    const counted = await reader.read(start + 4, 4)
    const count = counted.length === 4 ? counted.readUInt32BE(0) : 0
    const at = start + 8 + (count - 1) * width
    if (count === 0 || at + width > end) continue
    const entry = await reader.read(at, width)
    last = Math.max(last, width === 4 ? entry.readUInt32BE(0) : Number(entry.readBigUInt64BE(0)))
  }
  return last
}

export const isoCompleteness = { avif, mp4: movie, m4a: movie, mov: movie } satisfies Record<string, Check>
