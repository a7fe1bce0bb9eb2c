import { useState } from 'react'
import '../../i18n/lazyTexts.ts'
import { HEADING_HEIGHT } from './core/tileLayout.ts'
import { navigate } from '../../router/navigate.ts'
import { useLocation } from '../../router/useLocation.ts'
import { AssetViewer } from '../../widgets/results/viewer/AssetViewer.tsx'
import { GalleryGrid } from './GalleryGrid.tsx'
import { GalleryHeader } from './GalleryHeader.tsx'
import { useStar } from '../../widgets/collections/StarButton.tsx'
import { galleryQuery, readGalleryFilter, type GalleryFilter } from '../../widgets/library/libraryPages.ts'
import { galleryView } from './galleryView.ts'
import { useLibrary, useLibraryEnd, type Library } from './useLibrary.ts'
import { useTrash } from '../../widgets/library/useTrash.ts'
import { SelectionBar, useSelection } from './SelectionBar.tsx'
import { TileSkeletons } from './GalleryTile.tsx'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Images, SearchX, Star, Trash2 } from 'lucide-react'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import screenStyles from '../../ui/layout/screen.module.css'
import styles from './Gallery.module.css'

/** All results, newest first: `#/gallery` with a filter in its query, and `#/gallery/ID` with a result in the viewer. */
export function Gallery() {
  const { rest, query } = useLocation()
  const filter = readGalleryFilter(query)
  const { trash } = filter
  const openedId = rest[0]
  const search = galleryView((view) => view.search)
  const rowHeight = galleryView((view) => view.rowHeight)
  const fromNewest = useLibrary({ ...filter, search })
  const fromOldest = useLibraryEnd({ ...filter, search })
  const library = fromOldest.library ?? fromNewest
  /** The end that the user jumped to, in the view in which it happened. */
  const [jumpTarget, setJumpTarget] = useState<{ to: 'first' | 'last'; viewKey: string }>()
  const trashActions = useTrash()
  const star = useStar()
  const selection = useSelection()
  const [isEmptying, setIsEmptying] = useState(false)
  const { tiles } = library
  const ids = tiles.map(({ id }) => id)
  const view = galleryQuery(filter)
  const viewKey = `${view}/${search}`
  const open = (id: string) =>
    navigate(`gallery/${encodeURIComponent(id)}${view}`, { replace: openedId !== undefined })
  const close = () => navigate(`gallery${view}`, { replace: true })
  /** The whole selection if it contains the result, otherwise only the result. */
  const selectionOf = (id: string) =>
    selection.isActive && selection.ids.has(id) ? [...selection.ids] : [id]
  const trashOrRestore = (removedIds: string[]) =>
    trash ? trashActions.restore(removedIds) : trashActions.trash(removedIds)
  /** Trashes or restores the result in the viewer, which then shows the next one. */
  const removeOpened = (id: string) => {
    const index = ids.indexOf(id)
    const next = ids[index + 1] ?? ids[index - 1]
    if (next === undefined || index === -1) close()
    else open(next)
    trashOrRestore([id])
  }

  return (
    <div className={screenStyles.screen}>
      {selection.isActive ? (
        <SelectionBar
          selection={selection}
          filter={filter}
          tiles={tiles}
          onTrashOrRestore={() => {
            trashOrRestore([...selection.ids])
            selection.end()
          }}
        />
      ) : (
        <GalleryHeader
          library={library}
          filter={filter}
          search={search}
          onSelect={selection.begin}
          onEmpty={() => setIsEmptying(true)}
        />
      )}
      <div className={screenStyles.body}>
        {library.isLoading ? (
          <div className={styles.waiting}>
            <TileSkeletons top={HEADING_HEIGHT} rowHeight={rowHeight} rows={4} />
          </div>
        ) : tiles.length === 0 ? (
          <EmptyGallery library={library} filter={filter} search={search} />
        ) : (
          <GalleryGrid
            key={fromOldest.library ? 'from oldest' : 'from newest'}
            tiles={tiles}
            rowHeight={rowHeight}
            hasMore={library.hasMore}
            hasNewer={library.newerCount > 0}
            startAt={jumpTarget?.viewKey === viewKey ? jumpTarget.to : undefined}
            scrollKey={fromOldest.library ? `${viewKey}/end` : viewKey}
            shownId={openedId}
            selectedIds={selection.isActive ? selection.ids : undefined}
            onMore={library.loadMore}
            onNewer={library.loadNewer}
            onJump={(to) => {
              setJumpTarget({ to, viewKey })
              if (to === 'last') fromOldest.show()
              else fromOldest.leave()
            }}
            onOpen={open}
            onSelect={(id, range) => (range ? selection.extend(id, ids) : selection.toggle(id))}
            onStar={trash ? undefined : (id, starred) => star(selectionOf(id), starred)}
            onTrash={(id) => {
              if (!trash) trashActions.trash(selectionOf(id))
              selection.end()
            }}
          />
        )}
      </div>
      {openedId !== undefined && (
        <AssetViewer
          id={openedId}
          order={ids}
          total={library.total}
          newerCount={library.newerCount}
          onShow={open}
          onClose={close}
          onRemove={removeOpened}
        />
      )}
      {isEmptying && (
        <ConfirmDialog
          title={t('gallery.empty_trash_title')}
          text={t('gallery.empty_trash_text', { count: library.total })}
          confirmLabel={t('gallery.empty_trash_action')}
          onClose={() => setIsEmptying(false)}
          onConfirm={() => {
            trashActions.empty()
            setIsEmptying(false)
          }}
        />
      )}
    </div>
  )
}

/** Shown instead of an empty gallery: the reason and an action. */
function EmptyGallery({
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
