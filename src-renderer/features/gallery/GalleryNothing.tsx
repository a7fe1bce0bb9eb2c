import { Images, SearchX, Trash2, TriangleAlert } from 'lucide-react'
import { go } from '../../app/router/go.ts'
import { problemOf } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { problemWords } from '../../lib/problemWords.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { galleryView } from './model/galleryView.ts'
import type { Library } from './model/useLibrary.ts'

/** The gallery with nothing to show: why, and the one thing to do. */
export function GalleryNothing({
  library,
  trash,
  search,
}: {
  library: Library
  trash: boolean
  search: string
}) {
  if (library.error !== null) {
    const { what, next } = problemWords(problemOf(library.error))
    return (
      <EmptyState
        icon={<TriangleAlert aria-hidden />}
        title={what}
        actions={<Button onClick={library.reload}>{t('common.retry')}</Button>}
      >
        {next}
      </EmptyState>
    )
  }
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
  if (trash)
    return (
      <EmptyState icon={<Trash2 aria-hidden />} title={t('gallery.trash_empty_title')}>
        {t('gallery.trash_empty_words')}
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
