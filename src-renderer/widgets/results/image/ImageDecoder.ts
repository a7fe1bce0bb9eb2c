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
  state: 'waiting' | 'decoding' | 'decoded' | 'failed'
  done: PromiseWithResolvers<void>
}

/**
 * Keeps the images around the shown one decoded, so that the next one appears without a delay or flash. The browser
 * keeps an image decoded for as long as its element exists.
 */
export class ImageDecoder {
  readonly #createImage: () => DecodingImage
  readonly #urlOf: (id: string) => string
  /** The kept images, the most urgent one first. */
  #entries = new Map<string, Entry>()

  constructor(createImage: () => DecodingImage = () => new Image(), urlOf = fileUrl) {
    this.#createImage = createImage
    this.#urlOf = urlOf
  }

  /** Decodes these images in order, within the memory limit. Cancels and forgets all others. */
  keep(assets: readonly Decodable[]): void {
    const kept = fitIntoMemory(assets.filter((asset) => asset.kind === 'image' && !hasTooManyPixels(asset)))
    const previous = this.#entries
    this.#entries = new Map(kept.map((id) => [id, previous.get(id) ?? this.#createEntry()]))
    for (const [id, { image, done }] of previous)
      if (!this.#entries.has(id)) {
        // An empty URL ends the download and the decoding.
        image.src = ''
        done.resolve()
      }
    const [first] = this.#entries
    // The first image is needed next, so it doesn't wait for one that is being decoded.
    if (first?.[1].state === 'waiting') void this.#decode(...first)
    else this.#decodeNext()
  }

  isDecoded(id: string): boolean {
    return this.#entries.get(id)?.state === 'decoded'
  }

  /** Resolves once an image is decoded or can't be; immediately for one that isn't kept. */
  async whenDone(id: string): Promise<void> {
    await this.#entries.get(id)?.done.promise
  }

  #createEntry(): Entry {
    return { image: this.#createImage(), state: 'waiting', done: Promise.withResolvers() }
  }

  /** Starts an image only if no other is being decoded, because several at once would delay the one needed first. */
  #decodeNext(): void {
    const entries = [...this.#entries]
    if (entries.some(([, { state }]) => state === 'decoding')) return
    const next = entries.find(([, { state }]) => state === 'waiting')
    if (next) void this.#decode(...next)
  }

  async #decode(id: string, entry: Entry): Promise<void> {
    entry.state = 'decoding'
    entry.image.src = this.#urlOf(id)
    // A damaged file is reported by the element that shows it.
    entry.state = await entry.image.decode().then(
      () => 'decoded' as const,
      () => 'failed' as const,
    )
    entry.done.resolve()
    this.#decodeNext()
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
