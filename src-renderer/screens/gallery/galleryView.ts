import { create } from 'zustand'

export const ROW_HEIGHTS = { min: 100, max: 340, step: 20, default: 180 }
const STORAGE_KEY = 'easel.gallery.rowHeight'
const DEBOUNCE_MS = 150

const storedRowHeight = (): number => {
  const stored = Number(globalThis.localStorage?.getItem(STORAGE_KEY))
  return stored >= ROW_HEIGHTS.min && stored <= ROW_HEIGHTS.max ? stored : ROW_HEIGHTS.default
}

interface GalleryView {
  /** Target height of a row in px. */
  rowHeight: number
  setRowHeight: (rowHeight: number) => void
  /** Text in the search field. */
  searchText: string
  /** The debounced search; clearing takes effect immediately. */
  search: string
  setSearchText: (text: string) => void
  /** Scroll positions by view. */
  scrollPositions: Map<string, number>
}

let timer: ReturnType<typeof setTimeout> | undefined

export const galleryView = create<GalleryView>((set) => ({
  rowHeight: storedRowHeight(),
  setRowHeight: (rowHeight) => {
    globalThis.localStorage?.setItem(STORAGE_KEY, String(rowHeight))
    set({ rowHeight })
  },
  searchText: '',
  search: '',
  setSearchText: (searchText) => {
    clearTimeout(timer)
    const search = searchText.trim()
    set(search === '' ? { searchText, search } : { searchText })
    if (search !== '') timer = setTimeout(() => set({ search }), DEBOUNCE_MS)
  },
  scrollPositions: new Map(),
}))
