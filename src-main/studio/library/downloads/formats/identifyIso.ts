import type { BufferedReader } from './ByteSource.ts'
import { type IsoBox, IsoBoxes } from './IsoBoxes.ts'
import { readImage } from './image/readImage.ts'
import { type Format, formatOfBrands, GENERAL_BRANDS } from './sniffFormat.ts'
import type { OtherFormat } from './sniffOther.ts'
import { readMovie } from './iso/isoTracks.ts'
import { measureMovie } from './iso/measureMovie.ts'
import { readBrands } from './iso/readBrands.ts'

interface IsoFacts {
  /** Null if it is none of those that are used; then `other` names it if possible. */
  format: Format | null
  other: OtherFormat | null
  width: number | null
  height: number | null
  durationMs: number | null
}

const NOTHING: IsoFacts = { format: null, other: null, width: null, height: null, durationMs: null }

/**
 * What a file of boxes is: an image by its brands, otherwise video or audio by its tracks. Any brand may be the major one, and any file with
 * `moov` or `moof` is a movie.
 */
export async function identifyIso(bytes: BufferedReader): Promise<IsoFacts> {
  const isoBoxes = new IsoBoxes(bytes)
  const outermost = (await isoBoxes.readBoxes(0, isoBoxes.size)).boxes
  const { major, compatible } = await readBrands(isoBoxes, outermost)
  const brands = formatOfBrands(major, compatible)
  // The brands of images in general don't say how they are coded.
  const isAv1 =
    brands === null && GENERAL_BRANDS.test(major ?? '') && (await hasImageItems(isoBoxes, outermost, 'av01'))
  const format = isAv1 ? 'avif' : brands
  if (format === 'avif') {
    const image = await readImage(bytes, format)
    return { ...NOTHING, format, width: image?.width ?? null, height: image?.height ?? null }
  }
  if (format === null) return NOTHING
  const movie = await readMovie(isoBoxes, outermost)
  const has = (handler: string) => movie.tracks.some((track) => track.handler === handler)
  const isMovie = outermost.some(({ type }: IsoBox) => type === 'moov' || type === 'moof')
  // A file that ends before its header still has its brand.
  if (!isMovie && major === null && !outermost.some(({ type }) => type === 'mdat' || type === 'wide'))
    return NOTHING
  if (!isMovie && (await hasImageItems(isoBoxes, outermost, 'hvc1'))) return { ...NOTHING, other: 'heic' }
  const size = movie.tracks.find((track) => track.handler === 'vide' && track.size)?.size
  const isAudio = has('soun') && !has('vide')
  const isVideo = has('vide')
  return {
    ...NOTHING,
    format: isAudio ? 'm4a' : isVideo && format === 'm4a' ? 'mp4' : format,
    width: size?.width ?? null,
    height: size?.height ?? null,
    durationMs: await measureMovie(isoBoxes, outermost, movie),
  }
}

/** Whether a file has items of images with a codec, whatever its brand says. */
async function hasImageItems(
  isoBoxes: IsoBoxes,
  outermost: readonly IsoBox[],
  codec: string,
): Promise<boolean> {
  const meta = outermost.find(({ type }) => type === 'meta')
  if (!meta) return false
  return (await isoBoxes.read(meta.start, Math.min(meta.end - meta.start, 4096))).includes(codec, 0, 'latin1')
}
