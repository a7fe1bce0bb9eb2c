import { libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { COUNT_LIMIT } from '../../../../src-preload/constraints/limits.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Library } from '../Library.ts'

interface Dependencies {
  database: Database
  library: Pick<Library, 'tilesById'>
  /** Runs `findSimilarImages` in the query thread, because it reads the hashes of all images. */
  findSimilar: (input: SimilarImagesInput) => Promise<SimilarImage[]>
  /** Runs `countHashes` in the query thread. */
  countHashes: () => Promise<RouteOutput<'images.hash_progress'>>
}

/**
 * Perceptual hashes of images, computed by the window from their thumbnails: 64 bits that differ in few places for images that look
 * alike. An image that can't be decoded is stored without a hash, so that it isn't tried again.
 */
export class ImageHashes {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** A page of the images without a hash, newest first. The page after the last one is empty and has no `next`. */
  listMissing({ before, limit }: RouteInput<'images.unhashed'>): RouteOutput<'images.unhashed'> {
    const { database, library } = this.#dependencies
    const rows = database.all(
      `SELECT a.id, a.seq FROM unhashed_images u JOIN assets a ON a.seq = u.asset_seq WHERE u.asset_seq < ?
       ORDER BY u.asset_seq DESC LIMIT ?`,
      Number(before ?? Number.MAX_SAFE_INTEGER),
      limit,
    )
    const last = rows.at(-1)
    return {
      images: library.tilesById(rows.map(({ id }) => String(id))),
      next: last ? String(last['seq']) : null,
    }
  }

  progress(): Promise<RouteOutput<'images.hash_progress'>> {
    return this.#dependencies.countHashes()
  }

  /** @throws StudioError `asset_not_found`. */
  save({ id, hash }: RouteInput<'images.save_hash'>): void {
    const { database } = this.#dependencies
    const seq = database.get('SELECT seq FROM assets WHERE id = ?', id)?.['seq']
    if (typeof seq !== 'number') throw new StudioError({ code: libraryErrors.notFound, money: 'none' })
    const [high, low] =
      hash === null ? [null, null] : [parseInt(hash.slice(0, 8), 16), parseInt(hash.slice(8), 16)]
    database.transaction(() => {
      database.run(
        'INSERT OR REPLACE INTO image_hashes (asset_seq, high, low) VALUES (?, ?, ?)',
        seq,
        high,
        low,
      )
      database.run('DELETE FROM unhashed_images WHERE asset_seq = ?', seq)
    })
  }

  /** Images that look like another one, the most similar first. */
  async similar({ id, limit }: RouteInput<'library.similar'>): Promise<RouteOutput<'library.similar'>> {
    const { database, library, findSimilar } = this.#dependencies
    const found = await findSimilar({ id, limit })
    const tiles = new Map(library.tilesById(found.map((image) => image.id)).map((tile) => [tile.id, tile]))
    const missing = Number(
      database.get('SELECT count(*) AS images FROM (SELECT 1 FROM unhashed_images LIMIT ?)', COUNT_LIMIT)?.[
        'images'
      ],
    )
    return {
      similar: found.flatMap(({ id: similarId, distance }) => {
        const tile = tiles.get(similarId)
        return tile ? [{ tile, distance }] : []
      }),
      missing,
    }
  }
}

/** Counts the images whose hash was computed, and those without one. */
export const countHashes = (database: Database): RouteOutput<'images.hash_progress'> => {
  const count = (table: 'image_hashes' | 'unhashed_images') =>
    Number(database.get(`SELECT count(*) AS images FROM ${table}`)?.['images'])
  return { done: count('image_hashes'), missing: count('unhashed_images') }
}

/** Hashes read per slice. */
const SLICE = 50_000
/** Images whose hashes differ in more bits don't look alike. */
const MAX_DISTANCE = 16

export type SimilarImagesInput = RouteInput<'library.similar'>

/** An image and the number of bits in which its hash differs, 0 to 64. */
export interface SimilarImage {
  id: string
  distance: number
}

/** Finds the images outside the trash whose hashes differ least. None if the image has no hash. */
export function* findSimilarImages(
  database: Database,
  { id, limit }: SimilarImagesInput,
): Generator<void, SimilarImage[]> {
  const own = database.get(
    'SELECT h.asset_seq, h.high, h.low FROM image_hashes h JOIN assets a ON a.seq = h.asset_seq WHERE a.id = ?',
    id,
  )
  const [high, low] = [own?.['high'], own?.['low']]
  if (typeof high !== 'number' || typeof low !== 'number') return []
  const matches: { seq: number; distance: number }[] = []
  for (let after = 0; ;) {
    const rows = database.all(
      'SELECT asset_seq, high, low FROM image_hashes WHERE asset_seq > ? AND high IS NOT NULL ORDER BY asset_seq LIMIT ?',
      after,
      SLICE,
    )
    for (const row of rows) {
      const distance = countBits(Number(row['high']) ^ high) + countBits(Number(row['low']) ^ low)
      if (distance <= MAX_DISTANCE) matches.push({ seq: Number(row['asset_seq']), distance })
    }
    if (rows.length < SLICE) break
    after = Number(rows.at(-1)?.['asset_seq'])
    yield
  }
  const find = 'SELECT id FROM assets WHERE seq = ? AND id <> ? AND trashed_at IS NULL'
  const similar: SimilarImage[] = []
  for (const { seq, distance } of matches.sort((a, b) => a.distance - b.distance || b.seq - a.seq)) {
    const found = database.get(find, seq, id)
    if (found) similar.push({ id: String(found['id']), distance })
    if (similar.length === limit) break
  }
  return similar
}

/** The number of ones in a 32-bit integer (Hamming weight). */
export function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
