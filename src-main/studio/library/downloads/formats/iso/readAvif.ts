import type { BufferedReader } from '../ByteSource.ts'
import { type IsoBox, IsoBoxes } from '../IsoBoxes.ts'
import { readMovie } from './isoTracks.ts'
import { readBrands } from './readBrands.ts'
import { imageFacts, type ImageFacts, type ImageSize } from '../ImageFacts.ts'

/** Longer lists of properties are not read. */
const MAX_LIST_BYTES = 1 << 20

/** The properties of an item in the order in which they are applied (ISO/IEC 23008-12 §6.5). */
interface ItemProperties {
  size: ImageSize | null
  orientation: number
}

/** The primary item of an AVIF file, with its rotation and mirroring; the image track of a sequence without one. */
export const avif = async (bytes: BufferedReader): Promise<ImageFacts | null> => {
  const isoBoxes = new IsoBoxes(bytes)
  const outermost = (await isoBoxes.readBoxes(0, isoBoxes.size)).boxes
  const { major, compatible } = await readBrands(isoBoxes, outermost)
  const movie = await readMovie(isoBoxes, outermost)
  const track = movie.tracks.find(({ handler }) => handler === 'pict')
  const isAnimated = track !== undefined && (major === 'avis' || compatible.includes('avis'))
  const item = await readPrimaryItem(isoBoxes, outermost)
  if (item?.size) return imageFacts(item.size, { orientation: item.orientation, isAnimated })
  return track?.size ? imageFacts(track.size, { isAnimated }) : null
}

async function readPrimaryItem(
  isoBoxes: IsoBoxes,
  outermost: readonly IsoBox[],
): Promise<ItemProperties | null> {
  const meta = outermost.find(({ type }) => type === 'meta')
  if (!meta) return null
  // A full box: its version and flags precede its children.
  const { boxes } = await isoBoxes.readBoxes(meta.start + 4, meta.end)
  const properties = await isoBoxes.readChildBoxes(boxes, 'iprp')
  const containers = await isoBoxes.readChildBoxes(properties, 'ipco')
  const primary = await readPrimaryId(isoBoxes, boxes)
  const indexes = await readAssociations(isoBoxes, properties, primary)
  // Without associations the largest extent is that of the image; smaller ones belong to tiles and previews.
  if (indexes.length === 0) return { size: await readLargestExtent(isoBoxes, containers), orientation: 1 }
  const item: ItemProperties = { size: null, orientation: 1 }
  for (const index of indexes) {
    const property = containers[index - 1]
    if (property) await applyProperty(isoBoxes, property, item)
  }
  return item
}

async function readPrimaryId(isoBoxes: IsoBoxes, boxes: readonly IsoBox[]): Promise<number> {
  const box = boxes.find(({ type }) => type === 'pitm')
  const bytes = box ? await isoBoxes.read(box.start, 8) : null
  if (!bytes || bytes.length < 6) return 1
  return bytes[0] === 0 ? bytes.readUInt16BE(4) : bytes.length < 8 ? 1 : bytes.readUInt32BE(4)
}

/** The 1-based indexes of the properties of an item (`ipma`, ISO/IEC 23008-12 §9.3). */
async function readAssociations(
  isoBoxes: IsoBoxes,
  properties: readonly IsoBox[],
  item: number,
): Promise<number[]> {
  for (const box of properties) {
    if (box.type !== 'ipma') continue
    const bytes = await isoBoxes.read(box.start, Math.min(box.end - box.start, MAX_LIST_BYTES))
    if (bytes.length < 8) continue
    const idBytes = bytes[0] === 0 ? 2 : 4
    const isWide = ((bytes[3] ?? 0) & 1) === 1
    let at = 8
    for (let entry = 0; entry < bytes.readUInt32BE(4) && at + idBytes < bytes.length; entry++) {
      const id = bytes.readUIntBE(at, idBytes)
      const count = bytes[at + idBytes] ?? 0
      at += idBytes + 1
      const indexes = [...bytes.subarray(at, at + count * (isWide ? 2 : 1))]
      at += count * (isWide ? 2 : 1)
      if (id !== item) continue
      if (!isWide) return indexes.map((byte) => byte & 0x7f)
      return Array.from(
        { length: count },
        (_, index) => (((indexes[2 * index] ?? 0) & 0x7f) << 8) | (indexes[2 * index + 1] ?? 0),
      )
    }
  }
  return []
}

async function readExtent(isoBoxes: IsoBoxes, property: IsoBox): Promise<ImageSize | null> {
  const bytes = await isoBoxes.read(property.start, 12)
  return bytes.length < 12 ? null : { width: bytes.readUInt32BE(4), height: bytes.readUInt32BE(8) }
}

async function readLargestExtent(isoBoxes: IsoBoxes, boxes: readonly IsoBox[]): Promise<ImageSize | null> {
  let largest: ImageSize | null = null
  for (const box of boxes) {
    const size = box.type === 'ispe' ? await readExtent(isoBoxes, box) : null
    if (size && (!largest || size.width * size.height > largest.width * largest.height)) largest = size
  }
  return largest
}

/** The orientation after a rotation by 90° counter-clockwise of an image that has each orientation. */
const ROTATED: Readonly<Record<number, number>> = { 1: 8, 8: 3, 3: 6, 6: 1, 2: 5, 5: 4, 4: 7, 7: 2 }
/** The orientation after mirroring an image left to right that has each orientation. */
const MIRRORED: Readonly<Record<number, number>> = { 1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7 }

/** The orientation of an image that is mirrored after it was shown with `orientation`; axis 0 swaps top and bottom. */
function mirror(orientation: number, axis: number): number {
  const mirrored = MIRRORED[orientation] ?? 1
  if (axis === 1) return mirrored
  // Mirroring top to bottom is mirroring left to right and rotating by 180°.
  return { 1: 3, 2: 4, 3: 1, 4: 2, 5: 7, 6: 8, 7: 5, 8: 6 }[mirrored] ?? 1
}

async function applyProperty(isoBoxes: IsoBoxes, property: IsoBox, item: ItemProperties): Promise<void> {
  if (property.type === 'ispe') item.size ??= await readExtent(isoBoxes, property)
  if (property.type === 'irot') {
    const turns = ((await isoBoxes.read(property.start, 1))[0] ?? 0) & 3
    for (let turn = 0; turn < turns; turn++) item.orientation = ROTATED[item.orientation] ?? 1
  }
  if (property.type === 'imir')
    item.orientation = mirror(item.orientation, ((await isoBoxes.read(property.start, 1))[0] ?? 0) & 1)
  if (property.type === 'clap') {
    const bytes = await isoBoxes.read(property.start, 16)
    if (bytes.length < 16) return
    const width = Math.round(bytes.readUInt32BE(0) / bytes.readUInt32BE(4))
    const height = Math.round(bytes.readUInt32BE(8) / bytes.readUInt32BE(12))
    if (width > 0 && height > 0 && Number.isFinite(width + height)) item.size = { width, height }
  }
}
