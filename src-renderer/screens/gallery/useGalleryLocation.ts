import { dayOfTime, startOfDay } from '../../../src-preload/shared/calendar.ts'
import { useLayoutEffect, useMemo, useState } from 'react'
import type { Meaning } from '../../../src-preload/contract/routes/meaning.ts'
import { navigate } from '../../router/navigate.ts'
import { navigateAbove } from '../../router/navigateAbove.ts'
import { useLocation } from '../../router/useLocation.ts'
import { useNow } from '../../lib/format/time.ts'
import { readMeaning, readSavedId, readView, viewQuery } from '../../widgets/library/filterUrl.ts'
import { isFiltered, type LibraryView } from '../../widgets/library/libraryFilter.ts'
import { galleryView } from './galleryView.ts'

export interface GalleryLocation {
  view: LibraryView
  /** The saved search that the view was opened from; null if none. */
  savedId: string | null
  /** The text or result to which the results are compared by meaning; null if they are in the order of the view. */
  meaning: Meaning | null
  /** The result in the viewer. */
  openedId: string | undefined
  /** Shows another view. `replace` replaces the history entry, for changes that belong together. */
  show: (
    view: LibraryView,
    options?: { savedId?: string | null; meaning?: Meaning | null; replace?: boolean },
  ) => void
  /** Shows the view of the library that was shown last, before the trash. */
  showLast: () => void
  open: (id: string) => void
  close: () => void
  /** True for one render, while the filter of the last visit is restored. */
  isRestoring: boolean
}

/**
 * What the gallery shows, from the URL: `#/gallery?q=fog` and `#/gallery/ID?q=fog`. Opened without a filter, it shows the filter of
 * the last visit, also after a restart; `galleryView` must be loaded.
 */
export function useGalleryLocation(): GalleryLocation {
  const { rest, query } = useLocation()
  const openedId = rest[0]
  const text = query.toString()
  const today = dayOfTime(useNow({ isTicking: false }))
  const view = useMemo(() => readView(new URLSearchParams(text), startOfDay(today)), [text, today])
  const savedId = readSavedId(query)
  const meaning = useMemo(() => readMeaning(new URLSearchParams(text)), [text])
  const stored = viewQuery(view, savedId)
  const current = viewQuery(view, savedId, meaning)
  const [restored, setRestored] = useState(() =>
    text === '' && openedId === undefined ? galleryView.getState().filter : '',
  )
  if (restored !== '' && text !== '') setRestored('')
  const isRestoring = restored !== '' && text === ''
  useLayoutEffect(() => {
    if (restored !== '') navigate(`gallery${restored}`, { replace: true })
  }, [restored])
  useLayoutEffect(() => {
    // The trash isn't restored, and a link to a single result doesn't replace the filter to restore.
    if (!isRestoring && !view.filter.trash && openedId === undefined) galleryView.getState().setFilter(stored)
  }, [isRestoring, view.filter.trash, openedId, stored])
  return {
    view,
    savedId,
    meaning,
    openedId,
    show: (next, { savedId: nextSaved = savedId, meaning: nextMeaning = meaning, replace = false } = {}) =>
      // An empty filter isn't the saved search any more.
      navigate(`gallery${viewQuery(next, isFiltered(next.filter) ? nextSaved : null, nextMeaning)}`, {
        replace,
      }),
    showLast: () => navigate(`gallery${galleryView.getState().filter}`),
    open: (id) => {
      const path = `gallery/${encodeURIComponent(id)}${current}`
      if (openedId === undefined) navigateAbove(`gallery${current}`, path)
      else navigate(path, { replace: true })
    },
    close: () => navigate(`gallery${current}`, { replace: true }),
    isRestoring,
  }
}
