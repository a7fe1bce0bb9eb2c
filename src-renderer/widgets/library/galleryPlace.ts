/** What narrows the gallery besides words, as its address tells. */
export interface GalleryPlace {
  trash: boolean
  starred: boolean
  collection: string | null
}

export const readGalleryPlace = (query: URLSearchParams): GalleryPlace => ({
  trash: query.get('view') === 'trash',
  starred: query.get('starred') === '1',
  collection: query.get('collection'),
})

/** The same as the end of an address; empty where nothing narrows it. The trash is one for all. */
export function galleryQuery({ trash, starred, collection }: GalleryPlace): string {
  if (trash) return '?view=trash'
  const query = new URLSearchParams()
  if (collection !== null) query.set('collection', collection)
  if (starred) query.set('starred', '1')
  return query.size > 0 ? `?${query.toString()}` : ''
}
