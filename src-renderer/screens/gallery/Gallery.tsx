import '../../i18n/later.ts'
import { useState } from 'react'
import { go } from '../../router/go.ts'
import { usePlace } from '../../router/usePlace.ts'
import { AssetViewer } from '../../widgets/results/AssetViewer.tsx'
import { EmptyTrashDialog } from './EmptyTrashDialog.tsx'
import screenStyles from '../../ui/screen.module.css'
import styles from './Gallery.module.css'
import { GalleryGrid } from './GalleryGrid.tsx'
import { GalleryHeader } from './GalleryHeader.tsx'
import { GalleryNothing } from './GalleryNothing.tsx'
import { useStar } from '../../widgets/collections/model/useStar.ts'
import { galleryQuery, readGalleryPlace } from '../../widgets/library/galleryPlace.ts'
import { galleryView } from './model/galleryView.ts'
import { useLibrary } from './model/useLibrary.ts'
import { useLibraryEnd } from './model/useLibraryEnd.ts'
import { useTrash } from '../../widgets/library/useTrash.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { TileSkeletons } from './TileSkeletons.tsx'
import { useSelection } from './useSelection.ts'

/** All results, newest first: `#/gallery`, filtered by its query, and `#/gallery/ID` with an open result. */
export function Gallery() {
  const { rest, query } = usePlace()
  const place = readGalleryPlace(query)
  const { trash } = place
  const opened = rest[0]
  const search = galleryView((view) => view.search)
  const rowHeight = galleryView((view) => view.rowHeight)
  const newest = useLibrary({ ...place, search })
  const end = useLibraryEnd({ ...place, search })
  const library = end.library ?? newest
  const [jump, setJump] = useState<{ to: 'first' | 'last'; shown: string }>()
  const moving = useTrash()
  const star = useStar()
  const selection = useSelection()
  const [emptying, setEmptying] = useState(false)
  const { tiles } = library
  const ids = tiles.map(({ id }) => id)
  const view = galleryQuery(place)
  const shown = `${view}/${search}`
  const open = (id: string) =>
    go(`gallery/${encodeURIComponent(id)}${view}`, { replace: opened !== undefined })
  const close = () => go(`gallery${view}`, { replace: true })
  const starPicked = (id: string, starred: boolean) =>
    star(selection.on && selection.ids.has(id) ? [...selection.ids] : [id], starred)
  const remove = (gone: string[]) => (trash ? moving.restore(gone) : moving.trash(gone))
  const removeOpened = (id: string) => {
    const at = ids.indexOf(id)
    const next = ids[at + 1] ?? ids[at - 1]
    if (next === undefined || at === -1) close()
    else open(next)
    remove([id])
  }

  return (
    <div className={screenStyles.screen}>
      {selection.on ? (
        <SelectionBar
          selection={selection}
          place={place}
          tiles={tiles}
          onMove={() => {
            remove([...selection.ids])
            selection.end()
          }}
        />
      ) : (
        <GalleryHeader
          library={library}
          place={place}
          search={search}
          onSelect={selection.begin}
          onEmpty={() => setEmptying(true)}
        />
      )}
      <div className={screenStyles.body}>
        {library.loading ? (
          <div className={styles.waiting}>
            <TileSkeletons top={44} rowHeight={rowHeight} rows={4} />
          </div>
        ) : tiles.length === 0 ? (
          <GalleryNothing library={library} place={place} search={search} />
        ) : (
          <GalleryGrid
            key={end.library ? 'from the end' : 'from the newest'}
            tiles={tiles}
            rowHeight={rowHeight}
            hasMore={library.hasMore}
            above={library.above > 0}
            begin={jump?.shown === shown ? jump.to : undefined}
            place={end.library ? `${shown}/end` : shown}
            shown={opened}
            picked={selection.on ? selection.ids : undefined}
            onMore={library.more}
            onNewer={library.newer}
            onJump={(to) => {
              setJump({ to, shown })
              if (to === 'last') end.go()
              else end.leave()
            }}
            onOpen={open}
            onPick={(id, range) => (range ? selection.extend(id, ids) : selection.toggle(id))}
            onStar={trash ? undefined : starPicked}
            onTrash={(id) => {
              if (!trash) moving.trash(selection.on && selection.ids.has(id) ? [...selection.ids] : [id])
              selection.end()
            }}
          />
        )}
      </div>
      {opened !== undefined && (
        <AssetViewer
          id={opened}
          order={ids}
          total={library.total}
          above={library.above}
          onShow={open}
          onClose={close}
          onRemove={removeOpened}
        />
      )}
      {emptying && (
        <EmptyTrashDialog count={library.total} onClose={() => setEmptying(false)} onConfirm={moving.empty} />
      )}
    </div>
  )
}
