import { Images, SearchX, Star, Trash2 } from 'lucide-react'
import { go } from '../../router/go.ts'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { galleryView } from './model/galleryView.ts'
import { galleryQuery, type GalleryPlace } from '../../widgets/library/galleryPlace.ts'
import type { Library } from './model/useLibrary.ts'

/** The gallery with nothing to show: why, and the one thing to do. */
export function GalleryNothing({
  library,
  place,
  search,
}: {
  library: Library
  place: GalleryPlace
  search: string
}) {
  if (library.error !== null) return <LoadFailure error={library.error} onRetry={library.reload} />
  if (search !== '')
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('gallery.no_hits_title')}
        actions={<Button onClick={() => galleryView.getState().type('')}>{t('gallery.clear_search')}</Button>}
      >
        {t('gallery.no_hits_words', { search: search.length > 80 ? `${search.slice(0, 80)}…` : search })}
      </EmptyState>
    )
  if (place.trash)
    return (
      <EmptyState icon={<Trash2 aria-hidden />} title={t('gallery.trash_empty_title')}>
        {t('gallery.trash_empty_description')}
      </EmptyState>
    )
  if (place.starred)
    return (
      <EmptyState
        icon={<Star aria-hidden />}
        title={t('gallery.no_stars_title')}
        actions={
          <Button onClick={() => go(`gallery${galleryQuery({ ...place, starred: false })}`)}>
            {t('gallery.no_stars_do')}
          </Button>
        }
      >
        {t('gallery.no_stars_words')}
      </EmptyState>
    )
  if (place.collection !== null)
    return (
      <EmptyState
        icon={<Images aria-hidden />}
        title={t('gallery.collection_empty_title')}
        actions={<Button onClick={() => go('gallery')}>{t('collections.all')}</Button>}
      >
        {t('gallery.collection_empty_description')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<Images aria-hidden />}
      title={t('gallery.nothing_title')}
      actions={
        <Button look="primary" onClick={() => go('create')}>
          {t('gallery.nothing_do')}
        </Button>
      }
    >
      {t('gallery.nothing_words')}
    </EmptyState>
  )
}
