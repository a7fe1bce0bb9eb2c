import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'

/** The pointer rests on a video for this long before it plays, in ms. */
const PREVIEW_DELAY_MS = 350

const prefersReducedMotion = (): boolean =>
  globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/**
 * Id of the video under the pointer, which plays muted on its tile, and handlers for the grid. With reduced motion none
 * plays.
 */
export function useVideoPreview(tiles: readonly Tile[]) {
  const [id, setId] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hovered = useRef<string>(undefined)
  const hover = (next: string | undefined) => {
    if (next === hovered.current) return
    hovered.current = next
    clearTimeout(timer.current)
    setId(undefined)
    if (next !== undefined) timer.current = setTimeout(() => setId(next), PREVIEW_DELAY_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    id,
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-tile-index]') : null
      const tile = element ? tiles[Number(element.dataset['tileIndex'])] : undefined
      const canPlay = tile?.kind === 'video' && pointerType !== 'touch' && !prefersReducedMotion()
      hover(canPlay ? tile.id : undefined)
    },
    onPointerLeave: () => hover(undefined),
  }
}
