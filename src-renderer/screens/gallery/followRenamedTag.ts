import { replaceTagInFilter } from '../../../src-preload/shared/replaceTagInFilter.ts'
import { call } from '../../host/call.ts'
import { navigate } from '../../router/navigate.ts'
import { readMeaning, readSavedId, readView, viewQuery } from '../../widgets/library/filterUrl.ts'
import { galleryView } from './galleryView.ts'

/** Renames a tag in the filter that the gallery shows, and in the one that it restores. */
export async function followRenamedTag(name: string, newName: string): Promise<void> {
  const rename = (text: string): string => {
    const query = new URLSearchParams(text)
    const view = readView(query, Date.now())
    const filter = replaceTagInFilter(view.filter, name, newName)
    return filter === view.filter
      ? text
      : viewQuery({ ...view, filter }, readSavedId(query), readMeaning(query))
  }
  const [path = '', query = ''] = location.hash.slice('#/'.length).split('?')
  if (path.startsWith('gallery') && query !== '') {
    const renamed = rename(`?${query}`)
    if (renamed !== `?${query}`) navigate(`${path}${renamed}`, { replace: true })
  }
  const { isLoaded, load } = galleryView.getState()
  if (!isLoaded) {
    // The lost connection to the studio is reported elsewhere.
    const settings = await call('settings.get', undefined).catch(() => null)
    if (settings === null) return
    load(settings.gallery)
  }
  const { filter, setFilter } = galleryView.getState()
  setFilter(rename(filter))
}
