import { truncate } from '../../../src-preload/shared/truncate.ts'
import { Images, SearchX, Star, Trash2 } from 'lucide-react'
import type { LibraryFilter } from '../../../src-preload/contract/types/filter.ts'
import { problemOf } from '../../host/problemOf.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { navigate } from '../../router/navigate.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import {
  clearFilter,
  collectionScope,
  isFiltered,
  isStarredOnly,
  NO_FILTER,
  withCollection,
  withoutCollections,
} from '../../widgets/library/libraryFilter.ts'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'

interface Props {
  filter: LibraryFilter
  error: Error | null
  onRetry: () => void
  onChange: (filter: LibraryFilter) => void
}

/** Characters of a search text that are shown. */
const MAX_SHOWN_SEARCH = 80

/** Shown instead of an empty gallery: the reason and an action. */
export function EmptyGallery({ filter, error, onRetry, onChange }: Props) {
  const { search, conditions, trash } = filter
  const clearButton = (label: string, next: LibraryFilter) => (
    <Button onClick={() => onChange(next)}>{label}</Button>
  )
  const clearAllButton = clearButton(t('filters.clear'), { ...NO_FILTER, trash })
  if (error !== null)
    return (
      <LoadFailure error={error} onRetry={onRetry}>
        {problemOf(error).code === 'collection_not_found' ? (
          <RemoveMissingCollections filter={filter} onChange={onChange} />
        ) : isFiltered(filter) ? (
          clearAllButton
        ) : undefined}
      </LoadFailure>
    )
  const collection = collectionScope(filter)
  const otherCount = conditions.length - (collection === null ? 0 : 1)
  if (search !== '' && otherCount === 0)
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('gallery.no_hits_title')}
        actions={clearButton(t('gallery.clear_search'), { ...filter, search: '' })}
      >
        {t('gallery.no_hits_text', {
          search: search.length > MAX_SHOWN_SEARCH ? `${truncate(search, MAX_SHOWN_SEARCH)}…` : search,
        })}
      </EmptyState>
    )
  if (otherCount === 1 && search === '' && isStarredOnly(filter))
    return (
      <EmptyState
        icon={<Star aria-hidden />}
        title={t('gallery.no_stars_title')}
        actions={clearButton(t('gallery.no_stars_action'), clearFilter(filter))}
      >
        {t('gallery.no_stars_text')}
      </EmptyState>
    )
  if (otherCount > 0)
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('gallery.no_match_title')}
        actions={clearButton(t('filters.clear'), clearFilter(filter))}
      >
        {t('gallery.no_match_text')}
      </EmptyState>
    )
  if (trash)
    return (
      <EmptyState icon={<Trash2 aria-hidden />} title={t('gallery.trash_empty_title')}>
        {t('gallery.trash_empty_description')}
      </EmptyState>
    )
  if (collection !== null)
    return (
      <EmptyState
        icon={<Images aria-hidden />}
        title={t('gallery.collection_empty_title')}
        actions={clearButton(t('collections.all'), withCollection(filter, null))}
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

/** A button that removes deleted collections from the filter, and keeps everything else. */
function RemoveMissingCollections({ filter, onChange }: Pick<Props, 'filter' | 'onChange'>) {
  const { data } = useApiQuery('collections.list', undefined)
  const ids = new Set(data?.collections.map(({ id }) => id))
  return (
    <Button disabled={!data} onClick={() => onChange(withoutCollections(filter, (id) => !ids.has(id)))}>
      {t('filters.without_missing')}
    </Button>
  )
}
