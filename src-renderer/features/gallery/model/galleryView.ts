import { create } from 'zustand'

export const ROW_HEIGHTS = { min: 100, max: 340, step: 20, usual: 180 }
const KEPT_AS = 'easel.gallery.rowHeight'

const keptRowHeight = (): number => {
  const kept = Number(globalThis.localStorage?.getItem(KEPT_AS))
  return kept >= ROW_HEIGHTS.min && kept <= ROW_HEIGHTS.max ? kept : ROW_HEIGHTS.usual
}

interface GalleryView {
  /** Wished height of a row of pictures, px. */
  rowHeight: number
  setRowHeight: (rowHeight: number) => void
  search: string
  setSearch: (search: string) => void
  /** Where each view was left, by its key: coming back finds the place again. */
  places: Map<string, number>
}

export const galleryView = create<GalleryView>((set) => ({
  rowHeight: keptRowHeight(),
  setRowHeight: (rowHeight) => {
    globalThis.localStorage?.setItem(KEPT_AS, String(rowHeight))
    set({ rowHeight })
  },
  search: '',
  setSearch: (search) => set({ search }),
  places: new Map(),
}))
