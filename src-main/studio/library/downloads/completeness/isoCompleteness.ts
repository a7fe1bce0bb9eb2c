import type { Check, Completeness } from './Completeness.ts'
import { type BoxList, type IsoBox, IsoBoxes } from './IsoBoxes.ts'

const has = (boxes: readonly IsoBox[], ...types: string[]): boolean =>
  types.some((type) => boxes.some((box) => box.type === type))

/** Where the outermost boxes end, and whether those are there without which nothing can be shown. */
function byOutermost({ boxes, isCut }: BoxList, needed: readonly string[]): Completeness {
  if (isCut || !needed.every((type) => has(boxes, type))) return 'cut'
  return boxes.some(({ isOpen }) => isOpen) ? 'unknown' : 'whole'
}

const avif: Check = async (bytes) => {
  const reader = new IsoBoxes(bytes)
  const outermost = await reader.between(0, reader.size)
  return reader.isSpent ? 'unknown' : byOutermost(outermost, ['meta', 'mdat'])
}

/** A file in fragments is known to be whole by the index at its end alone; one in a piece by where its samples lie. */
const movie: Check = async (bytes) => {
  const reader = new IsoBoxes(bytes)
  const outermost = await reader.between(0, reader.size)
  if (reader.isSpent) return 'unknown'
  const found = byOutermost(outermost, ['moov', 'mdat'])
  if (found !== 'whole') return found
  const inMovie = await reader.inside(outermost.boxes, 'moov')
  if (has(outermost.boxes, 'moof') || has(inMovie, 'mvex')) {
    return outermost.boxes.at(-1)?.type === 'mfra' ? 'whole' : 'unknown'
  }
  return (await lastSample(reader, inMovie)) < reader.size ? 'whole' : 'cut'
}

/** Where the last chunk of samples of any track begins. */
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
