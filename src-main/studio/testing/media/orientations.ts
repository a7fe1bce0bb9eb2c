import sharp, { type Sharp } from 'sharp'
import { isoBox } from './containers.ts'

/** Colours of the four corners of the shown image: red, green, blue and white, from the top left in reading order. */
export const CORNERS = ['100', '010', '001', '111']

const [WIDTH, HEIGHT] = [192, 128]

/** For each Exif orientation, the operations that turn shown pixels into the stored ones. */
const STORED: readonly ((image: Sharp) => Sharp)[] = [
  (image) => image,
  (image) => image.flop(),
  (image) => image.rotate(180),
  (image) => image.flip(),
  (image) => image.rotate(270).flop(),
  (image) => image.rotate(270),
  (image) => image.rotate(90).flop(),
  (image) => image.rotate(90),
]

const quarter = (colour: string, left: number, top: number) => ({
  input: { create: { width: WIDTH / 2, height: HEIGHT / 2, channels: 3 as const, background: colour } },
  left,
  top,
})

/** The pixels that a file with an orientation stores, whose image is 192 × 128 when it is shown. */
async function storedPixels(orientation: number): Promise<Sharp> {
  const shown = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'white' } })
    .removeAlpha()
    .composite([quarter('red', 0, 0), quarter('lime', WIDTH / 2, 0), quarter('blue', 0, HEIGHT / 2)])
    .png()
    .toBuffer()
  const stored = STORED[orientation - 1] ?? STORED[0]
  return sharp(await (stored?.(sharp(shown)) ?? sharp(shown)).removeAlpha().png().toBuffer())
}

/** Rotations counter-clockwise and mirroring of AVIF that show an image like each Exif orientation. */
const AVIF_TRANSFORMS: readonly { turns?: number; axis?: number }[] = [
  {},
  { axis: 1 },
  { turns: 2 },
  { axis: 0 },
  { turns: 3, axis: 1 },
  { turns: 3 },
  { turns: 1, axis: 1 },
  { turns: 1 },
]

/** A photo that is 192 × 128 with `CORNERS` when it is shown, stored with an orientation from 1 to 8. */
export async function orientedImage(
  format: 'jpeg' | 'png' | 'webp' | 'avif',
  orientation: number,
): Promise<Buffer> {
  const pixels = await storedPixels(orientation)
  if (format === 'avif') {
    const avif = await pixels.avif({ quality: 90, effort: 0 }).toBuffer()
    return withTransform(avif, AVIF_TRANSFORMS[orientation - 1] ?? {})
  }
  return pixels.withMetadata({ orientation }).toFormat(format, { quality: 95 }).toBuffer()
}

/** Adds `irot` and `imir` to the properties of all items of an AVIF file, and moves the offsets of its data. */
function withTransform(avif: Buffer, { turns, axis }: { turns?: number; axis?: number }): Buffer {
  const added = [
    ...(turns === undefined ? [] : [isoBox('irot', Buffer.from([turns]))]),
    ...(axis === undefined ? [] : [isoBox('imir', Buffer.from([axis]))]),
  ]
  if (added.length === 0) return avif
  const find = (type: string): number => avif.indexOf(type, 0, 'latin1') - 4
  const [meta, properties, container, associations, locations] = ['meta', 'iprp', 'ipco', 'ipma', 'iloc'].map(
    find,
  )
  if (meta === undefined || properties === undefined || container === undefined) throw new Error('no AVIF')
  if (associations === undefined || locations === undefined) throw new Error('no AVIF')
  const containerEnd = container + avif.readUInt32BE(container)
  let count = 0
  for (let at = container + 8; at < containerEnd; at += avif.readUInt32BE(at)) count += 1
  // One item with associations of one byte, as the encoder writes them for an image without transparency.
  const entry = associations + 12 + 4
  const listEnd = entry + 3 + (avif[entry + 2] ?? 0)
  const indexes = Buffer.from(added.map((_, index) => 0x80 | (count + index + 1)))
  const boxes = Buffer.concat(added)
  const result = Buffer.concat([
    avif.subarray(0, containerEnd),
    boxes,
    avif.subarray(containerEnd, listEnd),
    indexes,
    avif.subarray(listEnd),
  ])
  const growth = boxes.length + indexes.length
  const grow = (at: number, by: number) => result.writeUInt32BE(result.readUInt32BE(at) + by, at)
  grow(meta, growth)
  grow(properties, growth)
  grow(container, boxes.length)
  grow(associations + boxes.length, indexes.length)
  result.writeUInt8((result[entry + boxes.length + 2] ?? 0) + indexes.length, entry + boxes.length + 2)
  // The base offset of the only item, after the head of the box, its sizes, the number of items, and an id.
  grow(locations + 20, growth)
  return result
}

/** The colours of the corners of an image as each viewer shows it, and its size. */
export async function shownCorners(file: Buffer): Promise<{ size: string; corners: string[] }> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const inset = 8
  const corners = [
    [inset, inset],
    [info.width - inset, inset],
    [inset, info.height - inset],
    [info.width - inset, info.height - inset],
  ].map(([x = 0, y = 0]) => {
    const at = (y * info.width + x) * info.channels
    return [...data.subarray(at, at + 3)].map((value) => (value > 128 ? 1 : 0)).join('')
  })
  return { size: `${info.width} × ${info.height}`, corners }
}
