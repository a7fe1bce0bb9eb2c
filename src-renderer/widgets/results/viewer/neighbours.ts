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
export const BLOCK_SIZE = 40

/** The ids of the blocks that a range of the order touches: at most two blocks for the range around one result. */
export function blocksAround(order: readonly string[], index: number, reach: number): string[][] {
  const first = Math.floor(Math.max(0, index - reach) / BLOCK_SIZE)
  const last = Math.floor(Math.min(order.length - 1, index + reach) / BLOCK_SIZE)
  const blocks: string[][] = []
  for (let block = first; block <= last; block++)
    blocks.push(order.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE))
  return blocks
}
