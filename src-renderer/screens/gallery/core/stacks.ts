import { dayOfTime } from '../../../../src-preload/shared/calendar.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'

/** Results of one stack are made within this many milliseconds of each other. */
const MAX_SPAN_MS = 60 * 60_000

/** Consecutive variations, which are shown as one tile unless the stack is open. */
export interface Stack {
  /** Index of its first result among all. */
  start: number
  count: number
  /** The model of all its results; empty if they have several. */
  modelName: string
  isOpen: boolean
}

/** The tiles that are shown while variations are stacked. */
export interface StackedTiles {
  tiles: Tile[]
  /** The stacks by the id of their first result. A result without variations is in no stack. */
  stacks: ReadonlyMap<string, Stack>
  /** Index among all results of each shown tile, ascending. */
  indexes: readonly number[]
}

/**
 * Stacks consecutive results of the same title (the prompt, or that of the original) and task that were made within an hour
 * of each other on the same day, whatever their model. A stack is open if one of its results is in `openIds`.
 */
export function stackTiles(tiles: readonly Tile[], openIds: ReadonlySet<string>): StackedTiles {
  const shown: Tile[] = []
  const stacks = new Map<string, Stack>()
  const indexes: number[] = []
  for (let start = 0; start < tiles.length;) {
    const first = tiles[start]
    if (!first) break
    let end = start + 1
    for (let next = tiles[end]; next && areVariations(first, next); next = tiles[end]) end++
    const members = tiles.slice(start, end)
    const isOpen = members.some(({ id }) => openIds.has(id))
    const modelName = members.every((tile) => tile.modelName === first.modelName) ? first.modelName : ''
    if (members.length > 1) stacks.set(first.id, { start, count: members.length, modelName, isOpen })
    for (const [offset, tile] of (isOpen ? members : members.slice(0, 1)).entries()) {
      shown.push(tile)
      indexes.push(start + offset)
    }
    start = end
  }
  return { tiles: shown, stacks, indexes }
}

function areVariations(first: Tile, next: Tile): boolean {
  return (
    first.title.trim() !== '' &&
    first.title === next.title &&
    first.operation !== null &&
    first.operation === next.operation &&
    Math.abs(first.createdAt - next.createdAt) <= MAX_SPAN_MS &&
    dayOfTime(first.createdAt) === dayOfTime(next.createdAt)
  )
}

/** Index of the shown tile that a result is in, by its index among all results. */
export function shownIndexOf(indexes: readonly number[], index: number): number {
  let [low, high] = [0, indexes.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((indexes[middle] ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}
