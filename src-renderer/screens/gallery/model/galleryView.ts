import { create } from 'zustand'

export const ROW_HEIGHTS = { min: 100, max: 340, step: 20, usual: 180 }
const KEPT_AS = 'easel.gallery.rowHeight'
const TYPING_MS = 150

const keptRowHeight = (): number => {
  const kept = Number(globalThis.localStorage?.getItem(KEPT_AS))
  return kept >= ROW_HEIGHTS.min && kept <= ROW_HEIGHTS.max ? kept : ROW_HEIGHTS.usual
}

interface GalleryView {
  /** Wished height of a row of images, px. */
  rowHeight: number
  setRowHeight: (rowHeight: number) => void
  /** What stands in the search field. */
  typed: string
  /** What is searched for: the typed words once the typing has paused; emptying it takes effect at once. */
  search: string
  type: (text: string) => void
  /** Where each view was left, by its key: coming back finds the place again. */
  places: Map<string, number>
}

let pause: ReturnType<typeof setTimeout> | undefined

export const galleryView = create<GalleryView>((set) => ({
  rowHeight: keptRowHeight(),
  setRowHeight: (rowHeight) => {
    globalThis.localStorage?.setItem(KEPT_AS, String(rowHeight))
    set({ rowHeight })
  },
  typed: '',
  search: '',
  type: (typed) => {
    clearTimeout(pause)
    const search = typed.trim()
    set(search === '' ? { typed, search } : { typed })
    if (search !== '') pause = setTimeout(() => set({ search }), TYPING_MS)
  },
  places: new Map(),
}))
