/** The gallery's filter in the URL, without the search. */
export interface GalleryFilter {
  trash: boolean
  starred: boolean
  collection: string | null
}

export const readGalleryFilter = (query: URLSearchParams): GalleryFilter => ({
  trash: query.get('view') === 'trash',
  starred: query.get('starred') === '1',
  collection: query.get('collection'),
})

/** The filter as a URL query; empty if there is none. The trash has no other filters. */
export function galleryQuery({ trash, starred, collection }: GalleryFilter): string {
  if (trash) return '?view=trash'
  const query = new URLSearchParams()
  if (collection !== null) query.set('collection', collection)
  if (starred) query.set('starred', '1')
  return query.size > 0 ? `?${query.toString()}` : ''
}
