import { ChevronDown, Ellipsis, FolderSearch, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Collection } from '../../../../src-preload/contract/types/collection.ts'
import type { SavedSearch } from '../../../../src-preload/contract/types/filter.ts'
import { COUNT_LIMIT, MAX_FILTER_TAGS, MAX_SUMMARIES } from '../../../../src-preload/constraints/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { listId } from '../../../host/call.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { useNow } from '../../../lib/format/time.ts'
import { toasts } from '../../../lib/toasts.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import type { PickerItem } from '../../../ui/fields/PickerPopover.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { CollectionMenu } from '../../../widgets/collections/CollectionMenu.tsx'
import { CollectionPicker } from '../../../widgets/collections/CollectionPicker.tsx'
import collectionStyles from '../../../widgets/collections/collections.module.css'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import {
  collectionScope,
  NEWEST_FIRST,
  NO_FILTER,
  withCollection,
  withCurrentPeriods,
} from '../../../widgets/library/libraryFilter.ts'
import type { GalleryLocation } from '../useGalleryLocation.ts'
import styles from './GalleryHeader.module.css'

const SaveSearchDialog = lazy(async () => ({
  default: (await import('./SaveSearchDialog.tsx')).SaveSearchDialog,
}))

/** The saved search that the gallery was opened from, which may have been changed since. */
export function useOpenedSearch(savedId: string | null): SavedSearch | undefined {
  const { data } = useApiQuery('searches.list', undefined)
  return data?.searches.find(({ id }) => id === savedId)
}

/** The gallery's title, which is a menu of the collections and smart collections. */
export function ScopeChooser({ gallery }: { gallery: GalleryLocation }) {
  const { view, savedId, show } = gallery
  const collections = useApiQuery('collections.list', undefined)
  const searches = useApiQuery('searches.list', undefined)
  const search = useOpenedSearch(savedId)
  const [isOpen, setIsOpen] = useState(false)
  const summaryOf = useSearchSummaries(searches.data?.searches, isOpen)
  const warningOf = useSearchWarnings(searches.data?.searches, collections.data?.collections)
  const scope = collectionScope(view.filter)
  const collection = collections.data?.collections.find(({ id }) => id === scope)
  const name = search?.name ?? collection?.name
  const showEverything = () =>
    show({ filter: NO_FILTER, sort: NEWEST_FIRST }, { savedId: null, meaning: null })
  const showCollection = (id: string | null) => {
    // The conditions and order of a saved search aren't kept for a collection.
    if (savedId !== null)
      show({ filter: withCollection(NO_FILTER, id), sort: NEWEST_FIRST }, { savedId: null })
    else show({ ...view, filter: withCollection(view.filter, id) })
  }
  const showSearch = ({ id, filter, sort }: SavedSearch) =>
    show({ filter: withCurrentPeriods(filter, Date.now()), sort }, { savedId: id, meaning: null })
  return (
    <span className={styles.scope}>
      <CollectionPicker
        label={t('collections.choose')}
        value={search ? null : scope}
        noneLabel={t('collections.all')}
        otherItems={{
          title: t('filters.searches'),
          items: (searches.data?.searches ?? []).map((saved) => ({
            id: saved.id,
            label: saved.name,
            ...summaryOf(saved),
            ...warningOf(saved),
          })),
          value: search?.id,
          onPick: (id) => {
            const picked = searches.data?.searches.find((other) => other.id === id)
            if (picked) showSearch(picked)
          },
        }}
        onOpenChange={setIsOpen}
        onPick={(picked) => showCollection(picked?.id ?? null)}
        trigger={(aria) => (
          // Around the button, because the contents of a button have no roles of their own.
          <h1 className={styles.heading}>
            <button type="button" {...aria} className={styles.chooser} title={name}>
              <span>{name ?? t('gallery.title')}</span>
              <ChevronDown aria-hidden />
            </button>
          </h1>
        )}
      />
      {search ? (
        <SavedSearchMenu key={search.id} search={search} onDeleted={showEverything} />
      ) : (
        collection && (
          <CollectionMenu
            key={collection.id}
            collection={collection}
            onCreated={({ id }) => showCollection(id)}
            onDeleted={() => showCollection(null)}
          />
        )
      )}
    </span>
  )
}

/** Returns a function that finds the cover and the number of results of a saved search. Both are read while the menu is open. */
function useSearchSummaries(
  searches: readonly SavedSearch[] = [],
  isOpen: boolean,
): (search: SavedSearch) => Pick<PickerItem, 'image' | 'facts'> {
  const now = useNow({ isTicking: false })
  const counted = searches
    .slice(0, MAX_SUMMARIES)
    .map(({ id, filter }) => ({ id, filter: withCurrentPeriods(filter, now) }))
  const { data } = useApiQuery(
    'searches.summaries',
    { searches: counted, listId: listId('saved searches') },
    { enabled: isOpen && counted.length > 0 },
  )
  const byId = new Map(data?.summaries.map((summary) => [summary.id, summary]))
  return ({ id }) => {
    const summary = byId.get(id)
    return {
      image: summary?.cover ? (
        <Thumb asset={summary.cover} alt="" />
      ) : (
        <FolderSearch aria-hidden className={collectionStyles.noCover} />
      ),
      ...(summary && {
        facts: [
          summary.count >= COUNT_LIMIT
            ? t('collections.capped')
            : t('collections.count', { count: summary.count }),
        ],
      }),
    }
  }
}

/** Returns a function that finds the warning about a deleted tag or collection in a saved search. */
function useSearchWarnings(
  searches: readonly SavedSearch[] = [],
  collections: readonly Collection[] | undefined,
): (search: SavedSearch) => Pick<PickerItem, 'warning'> {
  const valuesOf = ({ filter }: SavedSearch, field: 'tag' | 'collection') =>
    filter.conditions.flatMap((condition) => (condition.field === field ? condition.values : []))
  const tags = [...new Set(searches.flatMap((search) => valuesOf(search, 'tag')))].slice(0, MAX_FILTER_TAGS)
  const { data } = useApiQuery('tags.missing', { names: tags }, { enabled: tags.length > 0 })
  const missingTags = new Set(data?.names)
  const collectionIds = new Set(collections?.map(({ id }) => id))
  return (search) => {
    if (valuesOf(search, 'tag').some((name) => missingTags.has(name)))
      return { warning: t('filters.uses_missing_tag') }
    return collections && valuesOf(search, 'collection').some((id) => !collectionIds.has(id))
      ? { warning: t('filters.uses_missing_collection') }
      : {}
  }
}

/** The menu that renames or deletes a saved search. */
function SavedSearchMenu({ search, onDeleted }: { search: SavedSearch; onDeleted: () => void }) {
  const client = useQueryClient()
  const [openDialog, setOpenDialog] = useState<'rename' | 'delete'>()
  const { id, name } = search
  const label = t('collections.actions', { name })
  const close = () => setOpenDialog(undefined)
  const remove = useApiMutation('searches.delete', {
    onDone: () => {
      close()
      toasts.getState().show({ text: t('filters.deleted', { name }) })
      onDeleted()
      void client.invalidateQueries({ queryKey: ['searches.list'] })
    },
  })
  return (
    <>
      <Menu
        label={label}
        side="bottom-start"
        items={[
          {
            label: t('filters.rename'),
            icon: <Pencil aria-hidden />,
            onSelect: () => setOpenDialog('rename'),
          },
          {
            label: t('filters.delete'),
            icon: <Trash2 aria-hidden />,
            danger: true,
            onSelect: () => setOpenDialog('delete'),
          },
        ]}
        trigger={(aria) => <IconButton {...aria} label={label} icon={<Ellipsis aria-hidden />} />}
      />
      {openDialog === 'rename' && (
        <Suspense>
          <SaveSearchDialog search={search} onClose={close} onDone={close} />
        </Suspense>
      )}
      {openDialog === 'delete' && (
        <ConfirmDialog
          title={t('filters.delete_title', { name })}
          text={t('filters.delete_text')}
          confirmLabel={t('filters.delete_action')}
          isBusy={remove.isPending}
          onClose={close}
          onConfirm={() => remove.mutate({ id })}
        />
      )}
    </>
  )
}
