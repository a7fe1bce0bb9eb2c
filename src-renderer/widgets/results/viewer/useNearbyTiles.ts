import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { call } from '../../../host/call.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { imageDecoder } from '../image/ImageDecoder.ts'

/** How many tiles on each side of the shown one the filmstrip may show. */
const REACH = 20
/** The previous image stays on screen for at most this long while the next one is decoded. */
const MAX_HOLD_MS = 300

/** The tiles around a result of `order`, by id; without those that aren't loaded yet. */
export function useNearbyTiles(order: readonly string[], index: number): ReadonlyMap<string, Tile> {
  return useQueries({
    queries: (index === -1 ? [] : blocksAround(order, index, REACH)).map((ids) => ({
      queryKey: ['library.tiles', { ids }],
      queryFn: () => call('library.tiles', { ids }),
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => data?.tiles ?? []).map((tile) => [tile.id, tile])),
  })
}

/** Decodes the neighbours of the shown result in advance, and loads the details of the next one. */
export function useDecodedNeighbours(
  order: readonly string[],
  index: number,
  tiles: ReadonlyMap<string, Tile>,
): void {
  const [last, setLast] = useState<{ index: number; direction: 1 | -1 }>({ index, direction: 1 })
  if (last.index !== index) setLast({ index, direction: index < last.index ? -1 : 1 })
  const ids = neighbourIds(order, index, last.direction)
  const next = ids[1]
  useApiQuery('library.asset', { id: next ?? '' }, { enabled: next !== undefined })
  useEffect(() => imageDecoder.keep(ids.flatMap((id) => tiles.get(id) ?? [])))
  useEffect(() => () => imageDecoder.keep([]), [])
}

/**
 * The details to show. After an image, the next image is held back until it is decoded, so that nothing flashes between
 * them.
 */
export function useHeldDetail(data: AssetDetail | undefined): AssetDetail | undefined {
  const [shown, setShown] = useState(data)
  const isHeld =
    data !== undefined &&
    shown !== undefined &&
    data.asset.id !== shown.asset.id &&
    data.viewer === 'image' &&
    shown.viewer === 'image' &&
    !imageDecoder.isDecoded(data.asset.id)
  if (!isHeld && data !== shown) setShown(data)
  useEffect(() => {
    if (!isHeld) return
    let isWaiting = true
    const timer = setTimeout(() => setShown(data), MAX_HOLD_MS)
    const showDecoded = async () => {
      await imageDecoder.whenDone(data.asset.id)
      if (isWaiting && imageDecoder.isDecoded(data.asset.id)) setShown(data)
    }
    void showDecoded()
    return () => {
      isWaiting = false
      clearTimeout(timer)
    }
  }, [isHeld, data])
  return isHeld ? shown : data
}

/** Number of images decoded ahead, in the direction of the last step, and behind. */
const AHEAD = 2
const BEHIND = 1

/** The ids to keep decoded: the shown one, the next ones in the direction of the last step, then those behind. */
export function neighbourIds(order: readonly string[], index: number, direction: 1 | -1): string[] {
  const steps = [0, ...range(AHEAD), ...range(BEHIND).map((step) => -step)]
  return steps.flatMap((step) => order[index + step * direction] ?? [])
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

/** Tiles are requested in blocks of this many, so that most steps need no request. */
const BLOCK_SIZE = 40

/** The ids of the blocks that a range of the order touches: at most two blocks for the range around one result. */
export function blocksAround(order: readonly string[], index: number, reach: number): string[][] {
  const first = Math.floor(Math.max(0, index - reach) / BLOCK_SIZE)
  const last = Math.floor(Math.min(order.length - 1, index + reach) / BLOCK_SIZE)
  const blocks: string[][] = []
  for (let block = first; block <= last; block++)
    blocks.push(order.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE))
  return blocks
}
