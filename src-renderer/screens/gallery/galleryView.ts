import { create } from 'zustand'
import type { Settings } from '../../../src-preload/contract/types/studio.ts'
import { DEFAULT_GALLERY } from '../../../src-preload/shared/defaultGallery.ts'
import { MAX_GALLERY_FILTER_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { call } from '../../host/call.ts'
import { debouncedSave } from '../../lib/debouncedSave.ts'
import type { TileShape } from './core/tileLayout.ts'

export const ROW_HEIGHTS = { min: 100, max: 340, step: 20 }
/** Each search and each jump to results that aren't loaded is a view of its own, so only the latest ones are remembered. */
const MAX_SCROLL_POSITIONS = 100

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

type SavedView = Settings['gallery']

/** The filter is the one that the gallery showed last. */
interface GalleryView extends SavedView {
  /** False until the saved part has been read. */
  isLoaded: boolean
  /** Loads the saved part; null if it can't be read. Only the first call has an effect. */
  load: (saved: SavedView | null) => void
  setFilter: (filter: string) => void
  setRowHeight: (rowHeight: number) => void
  setShape: (shape: TileShape) => void
  setStacking: (isStacking: boolean) => void
  /** Scroll positions by view, the latest last. */
  scrollPositions: Map<string, number>
  rememberScroll: (key: string, scrollTop: number) => void
  /** Views that are read from a place the user jumped to. */
  anchoredViews: Readonly<Record<string, ViewAnchor | undefined>>
  /** Number of the latest jump. An earlier one that is still loading is dropped. */
  latestJump: number
  /** Returns the number of a new jump. */
  beginJump: () => number
  /** Drops a jump that is still loading. */
  cancelJump: () => void
  /** A jump that the grid hasn't made yet. */
  jump: (GridJump & { viewKey: string }) | undefined
  /**
   * Changes where a view is read from, and jumps there. One update, because the grid would restore its scroll position
   * in between.
   */
  jumpTo: (viewKey: string, jump: GridJump, anchor: ViewAnchor | undefined) => void
  endJump: () => void
}

const { schedule } = debouncedSave(() => {
  const { filter, rowHeight, shape, isStacking } = galleryView.getState()
  const gallery = {
    filter: filter.length > MAX_GALLERY_FILTER_LENGTH ? '' : filter,
    rowHeight,
    shape,
    isStacking,
  }
  // Saved with the next change otherwise; the lost connection to the studio is reported elsewhere.
  call('settings.set', { gallery }).catch(() => {})
})

/** How the gallery is shown. What it shows is in the URL. A part is saved in the settings of the library. */
export const galleryView = create<GalleryView>((set, get) => {
  const change = (changes: Partial<SavedView>): void => {
    set(changes)
    schedule()
  }
  return {
    ...DEFAULT_GALLERY,
    isLoaded: false,
    load: (saved) => {
      if (get().isLoaded) return
      const { filter, rowHeight } = saved ?? get()
      const { min, max } = ROW_HEIGHTS
      set({
        ...saved,
        // Whatever was saved, it is a query now; its unknown parts are ignored.
        filter: filter === '' ? '' : `?${new URLSearchParams(filter).toString()}`,
        rowHeight: Math.min(max, Math.max(min, rowHeight)),
        isLoaded: true,
      })
    },
    setFilter: (filter) => {
      if (filter !== get().filter) change({ filter })
    },
    setRowHeight: (rowHeight) => change({ rowHeight }),
    setShape: (shape) => change({ shape }),
    setStacking: (isStacking) => change({ isStacking }),
    scrollPositions: new Map(),
    rememberScroll: (key, scrollTop) => {
      const { scrollPositions } = get()
      scrollPositions.delete(key)
      scrollPositions.set(key, scrollTop)
      const [oldest] = scrollPositions.keys()
      if (scrollPositions.size > MAX_SCROLL_POSITIONS && oldest !== undefined) scrollPositions.delete(oldest)
    },
    anchoredViews: {},
    latestJump: 0,
    beginJump: () => {
      const latestJump = get().latestJump + 1
      set({ latestJump })
      return latestJump
    },
    cancelJump: () => void get().beginJump(),
    jump: undefined,
    jumpTo: (viewKey, jump, anchor) =>
      set(({ anchoredViews }) => ({
        jump: { ...jump, viewKey },
        anchoredViews: { ...anchoredViews, [viewKey]: anchor },
      })),
    endJump: () => set({ jump: undefined }),
  }
})
