import { create } from 'zustand'
import type { TileShape } from './core/tileLayout.ts'

export const ROW_HEIGHTS = { min: 100, max: 340, step: 20, default: 180 }
const ROW_HEIGHT_KEY = 'easel.gallery.rowHeight'
const SHAPE_KEY = 'easel.gallery.shape'
const STACKS_KEY = 'easel.gallery.stacks'
const FILTER_KEY = 'easel.gallery.filter'
/** Each search and each jump to results that aren't loaded is a view of its own, so only the latest ones are remembered. */
const MAX_SCROLL_POSITIONS = 100

const stored = (key: string): string | null => globalThis.localStorage?.getItem(key) ?? null
const store = (key: string, value: string): void => globalThis.localStorage?.setItem(key, value)

const storedRowHeight = (): number => {
  const height = Number(stored(ROW_HEIGHT_KEY))
  return height >= ROW_HEIGHTS.min && height <= ROW_HEIGHTS.max ? height : ROW_HEIGHTS.default
}

/** The filter that the gallery showed last, as a URL query; empty for all results. */
export const lastFilter = {
  get: (): string => stored(FILTER_KEY) ?? '',
  set: (query: string): void => store(FILTER_KEY, query),
}

/** A place among the loaded results to scroll to: an end, or a tile. */
export interface GridJump {
  to: 'first' | 'last' | { index: number }
  /** Whether the tile there gets the focus. */
  takesFocus: boolean
}

/** Where the loaded results of a view begin that is read from a place the user jumped to. */
export interface ViewAnchor {
  /** Number of the jump. */
  number: number
  /** A result, and its rank at the time of the jump. */
  id: string
  rank: number
}

interface GalleryView {
  /** Target height of a row in px. */
  rowHeight: number
  setRowHeight: (rowHeight: number) => void
  shape: TileShape
  setShape: (shape: TileShape) => void
  /** Whether variations of a prompt are shown as one tile. */
  isStacking: boolean
  setStacking: (isStacking: boolean) => void
  /** Scroll positions by view, the latest last. */
  scrollPositions: Map<string, number>
  rememberScroll: (key: string, scrollTop: number) => void
  /** Views that are read from a place the user jumped to. */
  anchoredViews: Readonly<Record<string, ViewAnchor | undefined>>
  /** A jump that the grid hasn't made yet. */
  jump: (GridJump & { viewKey: string }) | undefined
  /**
   * Changes where a view is read from, and jumps there. One update, because the grid would restore its scroll position
   * in between.
   */
  jumpTo: (viewKey: string, jump: GridJump, anchor: ViewAnchor | undefined) => void
  endJump: () => void
}

/** How the gallery is shown. What it shows is in the URL. */
export const galleryView = create<GalleryView>((set, get) => ({
  rowHeight: storedRowHeight(),
  setRowHeight: (rowHeight) => {
    store(ROW_HEIGHT_KEY, String(rowHeight))
    set({ rowHeight })
  },
  shape: stored(SHAPE_KEY) === 'square' ? 'square' : 'justified',
  setShape: (shape) => {
    store(SHAPE_KEY, shape)
    set({ shape })
  },
  isStacking: stored(STACKS_KEY) === '1',
  setStacking: (isStacking) => {
    store(STACKS_KEY, isStacking ? '1' : '0')
    set({ isStacking })
  },
  scrollPositions: new Map(),
  rememberScroll: (key, scrollTop) => {
    const { scrollPositions } = get()
    scrollPositions.delete(key)
    scrollPositions.set(key, scrollTop)
    const [oldest] = scrollPositions.keys()
    if (scrollPositions.size > MAX_SCROLL_POSITIONS && oldest !== undefined) scrollPositions.delete(oldest)
  },
  anchoredViews: {},
  jump: undefined,
  jumpTo: (viewKey, jump, anchor) =>
    set(({ anchoredViews }) => ({
      jump: { ...jump, viewKey },
      anchoredViews: { ...anchoredViews, [viewKey]: anchor },
    })),
  endJump: () => set({ jump: undefined }),
}))
