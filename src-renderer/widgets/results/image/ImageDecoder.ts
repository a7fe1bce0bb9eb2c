import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { fileUrl } from '../../../host/fileUrl.ts'

/** Maximum number of pixels kept decoded, with four bytes each. */
const MAX_PIXELS = 48_000_000
/** Pixels assumed for an image of unknown size. */
const ASSUMED_PIXELS = 4_000_000

type Decodable = Pick<Asset, 'id' | 'kind' | 'width' | 'height'>
/** The parts of an image element that decode a file. */
export type DecodingImage = Pick<HTMLImageElement, 'src' | 'decode'>

interface Entry {
  image: DecodingImage
  isDecoded: boolean
  done: Promise<void>
}

/**
 * Keeps the images around the shown one decoded, so that the next one appears without a delay or flash. The browser
 * keeps an image decoded for as long as its element exists.
 */
export class ImageDecoder {
  readonly #createImage: () => DecodingImage
  readonly #urlOf: (id: string) => string
  readonly #entries = new Map<string, Entry>()

  constructor(createImage: () => DecodingImage = () => new Image(), urlOf = fileUrl) {
    this.#createImage = createImage
    this.#urlOf = urlOf
  }

  /** Decodes these images in order, within the memory limit. Cancels and forgets all others. */
  keep(assets: readonly Decodable[]): void {
    const kept = fitIntoMemory(assets.filter((asset) => asset.kind === 'image' && !hasTooManyPixels(asset)))
    for (const [id, { image }] of this.#entries)
      if (!kept.includes(id)) {
        // An empty URL ends the download and the decoding.
        image.src = ''
        this.#entries.delete(id)
      }
    let previous: Promise<void> = Promise.resolve()
    for (const id of kept) {
      const entry = this.#entries.get(id) ?? this.#start(id, previous)
      previous = entry.done
    }
  }

  isDecoded(id: string): boolean {
    return this.#entries.get(id)?.isDecoded === true
  }

  /** Resolves once an image is decoded or can't be; immediately for one that isn't kept. */
  async whenDone(id: string): Promise<void> {
    await this.#entries.get(id)?.done
  }

  /** Starts after the previous image is done, because decoding several at once would delay the one needed first. */
  #start(id: string, previous: Promise<void>): Entry {
    const image = this.#createImage()
    const decode = async () => {
      await previous
      if (this.#entries.get(id) !== entry) return
      image.src = this.#urlOf(id)
      // A damaged file is reported by the element that shows it.
      entry.isDecoded = await image.decode().then(
        () => true,
        () => false,
      )
    }
    const entry: Entry = { image, isDecoded: false, done: Promise.resolve() }
    this.#entries.set(id, entry)
    entry.done = decode()
    return entry
  }
}

/** The ids of the first images that fit into the limit together; always includes the first one. */
function fitIntoMemory(assets: readonly Decodable[]): string[] {
  let pixels = 0
  const ids: string[] = []
  for (const { id, width, height } of assets) {
    pixels += (width ?? 0) * (height ?? 0) || ASSUMED_PIXELS
    if (ids.length > 0 && pixels > MAX_PIXELS) break
    ids.push(id)
  }
  return ids
}

/** The decoder of the open viewer. */
export const imageDecoder = new ImageDecoder()
