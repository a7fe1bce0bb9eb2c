import { replaceTagInFilter } from '../../../src-preload/shared/replaceTagInFilter.ts'
import { navigate } from '../../router/navigate.ts'
import { readMeaning, readSavedId, readView, viewQuery } from '../../widgets/library/filterUrl.ts'
import { lastFilter } from './galleryView.ts'

/** Renames a tag in the filter that the gallery shows, and in the one that it restores. */
export function followRenamedTag(name: string, newName: string): void {
  const rename = (text: string): string => {
    const query = new URLSearchParams(text)
    const view = readView(query, Date.now())
    const filter = replaceTagInFilter(view.filter, name, newName)
    return filter === view.filter
      ? text
      : viewQuery({ ...view, filter }, readSavedId(query), readMeaning(query))
  }
  lastFilter.set(rename(lastFilter.get()))
  const [path = '', query = ''] = location.hash.slice('#/'.length).split('?')
  if (!path.startsWith('gallery') || query === '') return
  const renamed = rename(`?${query}`)
  if (renamed !== `?${query}`) navigate(`${path}${renamed}`, { replace: true })
}
