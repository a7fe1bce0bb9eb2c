import { useState } from 'react'
import '../../i18n/later.ts'
import { navigate } from '../../router/navigate.ts'
import { useLocation } from '../../router/useLocation.ts'
import { AssetViewer } from '../../widgets/results/viewer/AssetViewer.tsx'
import screenStyles from '../../ui/layout/screen.module.css'
import { GalleryGrid } from './GalleryGrid.tsx'
import { GalleryHeader } from './GalleryHeader.tsx'
import { EmptyGallery } from './EmptyGallery.tsx'
import { useStar } from '../../widgets/collections/StarButton.tsx'
import { galleryQuery, readGalleryFilter } from '../../widgets/library/libraryPages.ts'
import { galleryView } from './galleryView.ts'
import { useLibrary, useLibraryEnd } from './useLibrary.ts'
import { useTrash } from '../../widgets/library/useTrash.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { TileSkeletons } from './GalleryTile.tsx'
import { useSelection } from './useSelection.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import styles from './Gallery.module.css'

/** All results, newest first: `#/gallery`, filtered by its query, and `#/gallery/ID` with an open result. */
export function Gallery() {
  const { rest, query } = useLocation()
  const filter = readGalleryFilter(query)
  const { trash } = filter
  const openedId = rest[0]
  const search = galleryView((view) => view.search)
  const rowHeight = galleryView((view) => view.rowHeight)
  const newest = useLibrary({ ...filter, search })
  const end = useLibraryEnd({ ...filter, search })
  const library = end.library ?? newest
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
  const starSelected = (id: string, starred: boolean) =>
    star(selection.isActive && selection.ids.has(id) ? [...selection.ids] : [id], starred)
  const trashOrRestore = (removedIds: string[]) =>
    trash ? trashActions.restore(removedIds) : trashActions.trash(removedIds)
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
            <TileSkeletons top={44} rowHeight={rowHeight} rows={4} />
          </div>
        ) : tiles.length === 0 ? (
          <EmptyGallery library={library} filter={filter} search={search} />
        ) : (
          <GalleryGrid
            key={end.library ? 'from the end' : 'from the newest'}
            tiles={tiles}
            rowHeight={rowHeight}
            hasMore={library.hasMore}
            hasNewer={library.newerCount > 0}
            startAt={jumpTarget?.viewKey === viewKey ? jumpTarget.to : undefined}
            scrollKey={end.library ? `${viewKey}/end` : viewKey}
            shownId={openedId}
            selectedIds={selection.isActive ? selection.ids : undefined}
            onMore={library.loadMore}
            onNewer={library.loadNewer}
            onJump={(to) => {
              setJumpTarget({ to, viewKey })
              if (to === 'last') end.show()
              else end.leave()
            }}
            onOpen={open}
            onSelect={(id, range) => (range ? selection.extend(id, ids) : selection.toggle(id))}
            onStar={trash ? undefined : starSelected}
            onTrash={(id) => {
              if (!trash)
                trashActions.trash(selection.isActive && selection.ids.has(id) ? [...selection.ids] : [id])
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
        <EmptyTrashDialog
          count={library.total}
          onClose={() => setIsEmptying(false)}
          onConfirm={trashActions.empty}
        />
      )}
    </div>
  )
}

interface EmptyTrashDialogProps {
  count: number
  onClose: () => void
  onConfirm: () => void
}

function EmptyTrashDialog({ count, onClose, onConfirm }: EmptyTrashDialogProps) {
  const confirm = () => {
    onConfirm()
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={t('gallery.empty_trash_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="danger" onClick={confirm}>
            {t('gallery.empty_trash_action')}
          </Button>
        </>
      }
    >
      {t('gallery.empty_trash_text', { count })}
    </Dialog>
  )
}
