import { useCallback, useMemo, useState } from 'react'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { shownIndexOf, stackTiles, type Stack, type StackedTiles } from '../core/stacks.ts'
import type { GridJump } from '../galleryView.ts'

interface Stacks extends Pick<StackedTiles, 'tiles' | 'stacks'> {
  /** Opens or closes the stack of a result. Returns whether it is in one. */
  toggle: (id: string) => boolean
  /** The results that the tile of a result stands for: all of a closed stack, otherwise only the result. */
  membersOf: (id: string) => readonly string[]
  /** Index among all results of a shown tile. */
  indexOf: (shownIndex: number) => number
  /** Id of the tile that shows a result. */
  shownIdOf: (id: string | undefined) => string | undefined
  /** The given jump, with the index of the tile that shows the result. */
  jump: GridJump | undefined
}

const NO_STACKS: ReadonlyMap<string, Stack> = new Map()

/** The tiles with their variations stacked, or all of them. */
export function useStacks(all: Tile[], isStacking: boolean, jump: GridJump | undefined): Stacks {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set())
  const stacked = useMemo(
    () => (isStacking ? stackTiles(all, openIds) : undefined),
    [all, isStacking, openIds],
  )
  const indexes = stacked?.indexes
  const toggle = useCallback(
    (id: string) => {
      const index = all.findIndex((tile) => tile.id === id)
      const stack =
        stacked &&
        [...stacked.stacks.values()].find(({ start, count }) => index >= start && index < start + count)
      if (!stack) return false
      const members = all.slice(stack.start, stack.start + stack.count).map((tile) => tile.id)
      setOpenIds((old) => {
        const next = new Set(old)
        for (const member of members) {
          if (stack.isOpen) next.delete(member)
          else next.add(member)
        }
        return next
      })
      return true
    },
    [all, stacked],
  )
  const membersOf = useCallback(
    (id: string) => {
      const stack = stacked?.stacks.get(id)
      if (!stack || stack.isOpen) return [id]
      return all.slice(stack.start, stack.start + stack.count).map((tile) => tile.id)
    },
    [all, stacked],
  )
  const shownJump = useMemo(
    () =>
      indexes && jump && typeof jump.to === 'object'
        ? { ...jump, to: { index: shownIndexOf(indexes, jump.to.index) } }
        : jump,
    [indexes, jump],
  )
  const shownIdOf = (id: string | undefined) => {
    const index = stacked ? all.findIndex((tile) => tile.id === id) : -1
    return stacked && index !== -1 ? stacked.tiles[shownIndexOf(stacked.indexes, index)]?.id : id
  }
  return {
    tiles: stacked?.tiles ?? all,
    stacks: stacked?.stacks ?? NO_STACKS,
    toggle,
    membersOf,
    indexOf: (shownIndex) => indexes?.[shownIndex] ?? shownIndex,
    shownIdOf,
    jump: shownJump,
  }
}
