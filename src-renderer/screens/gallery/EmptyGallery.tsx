import { Images, SearchX, Star, Trash2 } from 'lucide-react'
import { navigate } from '../../router/navigate.ts'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { galleryView } from './galleryView.ts'
import { galleryQuery, type GalleryFilter } from '../../widgets/library/libraryPages.ts'
import type { Library } from './useLibrary.ts'

/** Shown instead of an empty gallery: the reason and an action. */
export function EmptyGallery({
  library,
  filter,
  search,
}: {
  library: Library
  filter: GalleryFilter
  search: string
}) {
  if (library.error !== null) return <LoadFailure error={library.error} onRetry={library.reload} />
  if (search !== '')
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('gallery.no_hits_title')}
        actions={
          <Button onClick={() => galleryView.getState().setSearchText('')}>
            {t('gallery.clear_search')}
          </Button>
        }
      >
        {t('gallery.no_hits_text', { search: search.length > 80 ? `${search.slice(0, 80)}…` : search })}
      </EmptyState>
    )
  if (filter.trash)
    return (
      <EmptyState icon={<Trash2 aria-hidden />} title={t('gallery.trash_empty_title')}>
        {t('gallery.trash_empty_description')}
      </EmptyState>
    )
  if (filter.starred)
    return (
      <EmptyState
        icon={<Star aria-hidden />}
        title={t('gallery.no_stars_title')}
        actions={
          <Button onClick={() => navigate(`gallery${galleryQuery({ ...filter, starred: false })}`)}>
            {t('gallery.no_stars_action')}
          </Button>
        }
      >
        {t('gallery.no_stars_text')}
      </EmptyState>
    )
  if (filter.collection !== null)
    return (
      <EmptyState
        icon={<Images aria-hidden />}
        title={t('gallery.collection_empty_title')}
        actions={<Button onClick={() => navigate('gallery')}>{t('collections.all')}</Button>}
      >
        {t('gallery.collection_empty_description')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<Images aria-hidden />}
      title={t('gallery.nothing_title')}
      actions={
        <Button variant="primary" onClick={() => navigate('create')}>
          {t('gallery.nothing_action')}
        </Button>
      }
    >
      {t('gallery.nothing_text')}
    </EmptyState>
  )
}
