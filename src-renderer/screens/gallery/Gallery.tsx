import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { dayOfTime } from '../../../src-preload/shared/calendar.ts'
import { RESTORED_AT } from '../../host/queryClient.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { useShortcuts } from '../../ui/useShortcuts.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import spinnerStyles from '../../ui/feedback/Spinner.module.css'
import screenStyles from '../../ui/layout/screen.module.css'
import { viewQuery } from '../../widgets/library/filterUrl.ts'
import { useEmbeddingTask } from '../../widgets/library/useEmbeddingTask.ts'
import { useTrash } from '../../widgets/organize/useTrash.ts'
import { useOrganizeInGallery } from '../../widgets/organize/useOrganizeInGallery.tsx'
import { useStar } from '../../widgets/organize/useStar.ts'
import { AssetViewer } from '../../widgets/results/viewer/AssetViewer.tsx'
import { findSelected, selectionTarget } from './core/selectedTiles.ts'
import { HEADING_HEIGHT } from './core/tileLayout.ts'
import { EmptyGallery } from './EmptyGallery.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { GalleryGrid } from './grid/GalleryGrid.tsx'
import { GalleryHeader } from './header/GalleryHeader.tsx'
import { TileSkeletons } from './grid/GalleryTile.tsx'
import { galleryView } from './galleryView.ts'
import type { TileActions } from './grid/useTileInteraction.ts'
import { SaveSearchButton } from './header/SaveSearchButton.tsx'
import { SelectionBar } from './selection/SelectionBar.tsx'
import { type GalleryLocation, useGalleryLocation } from './useGalleryLocation.ts'
import { useLibrary } from './useLibrary.ts'
import { useSeek } from './timeline/useSeek.ts'
import { useSelection } from './selection/useSelection.ts'
import { readIds } from '../../widgets/library/libraryPages.ts'
import { galleryCommands, listCommands } from '../../../src-preload/shared/keymap/lazyCommands.ts'
import type { ResultTarget } from '../../widgets/results/menu/resultMenu.ts'
import { recall } from '../../widgets/results/actions/recall.ts'
import { detailsOpen } from '../../widgets/results/viewer/detailsOpen.ts'
import { Again } from '../../widgets/results/again/Again.tsx'
import styles from './Gallery.module.css'

const MeaningView = lazy(async () => ({ default: (await import('./meaning/MeaningView.tsx')).MeaningView }))
const JumpDialog = lazy(async () => ({ default: (await import('./timeline/JumpDialog.tsx')).JumpDialog }))

/** Results of the library or the trash: `#/gallery` with a filter in its query, and `#/gallery/ID` with a result in the viewer. */
export function Gallery() {
  return useIsViewLoaded() ? (
    <RestoredGallery />
  ) : (
    <div className={spinnerStyles.center}>
      <Spinner label={t('common.loading')} />
    </div>
  )
}

/** Whether the saved view is loaded, from the settings that every window requests when it opens. */
function useIsViewLoaded(): boolean {
  const { data, isError, dataUpdatedAt } = useApiQuery('settings.get', undefined)
  const isLoaded = galleryView((state) => state.isLoaded)
  const load = galleryView((state) => state.load)
  // Settings of an earlier session may be older than the studio's.
  const isCurrent = data !== undefined && dataUpdatedAt !== RESTORED_AT
  useLayoutEffect(() => {
    if (isCurrent || isError) load(data?.gallery ?? null)
  }, [isCurrent, isError, data, load])
  return isLoaded
}

function RestoredGallery() {
  const gallery = useGalleryLocation()
  // Rendering it before the filter is restored would request the results twice.
  return gallery.isRestoring ? null : <GalleryView gallery={gallery} />
}

function GalleryView({ gallery }: { gallery: GalleryLocation }) {
  const { view, openedId, show, open, close } = gallery
  const { filter, sort } = view
  const { trash } = filter
  const rowHeight = galleryView((state) => state.rowHeight)
  const shape = galleryView((state) => state.shape)
  const library = useLibrary(view)
  const seek = useSeek(view, library)
  const trashActions = useTrash()
  const star = useStar()
  const viewKey = viewQuery(view)
  const [openMenu, setOpenMenu] = useState<'filter' | 'jump' | 'empty trash'>()
  /** The result that “Vary…” is open for. */
  const [repeatedId, setRepeatedId] = useState<string>()
  const screen = useRef<HTMLDivElement>(null)
  const topTile = useRef<Tile>(undefined)
  /** The day that was in view when the dialog that jumps was opened. */
  const [shownDay, setShownDay] = useState<number>()
  const openJump = () => {
    setShownDay(topTile.current && dayOfTime(topTile.current.createdAt))
    setOpenMenu('jump')
  }
  const searchRef = useRef<HTMLInputElement>(null)
  const filterRef = useRef<HTMLButtonElement>(null)
  const { tiles } = library
  const embeddingTask = useEmbeddingTask()
  const meaning = embeddingTask === undefined ? null : gallery.meaning
  /** The results sorted by meaning. */
  const [rankedTiles, setRankedTiles] = useState<readonly Tile[]>([])
  const shownTiles = meaning ? rankedTiles : tiles
  const ids = shownTiles.map(({ id }) => id)
  const selection = useSelection({
    viewKey: `${viewKey} ${JSON.stringify(gallery.meaning)}`,
    loaded: ids,
    isComplete: meaning !== null || library.isComplete,
    listAll: () => readIds(view),
  })
  const focusSearch = () => {
    searchRef.current?.focus()
    searchRef.current?.select()
  }
  const canJump = seek.timeline !== undefined && tiles.length > 0 && meaning === null
  useShortcuts('full', screen, galleryCommands, {
    search: !selection.isActive && focusSearch,
    filter: !selection.isActive && (() => setOpenMenu('filter')),
    jump: canJump && openJump,
    first: meaning === null && (() => void seek.toEnd('first', false)),
    last: meaning === null && (() => void seek.toEnd('last', false)),
    // The tiles handle these while one of them has the focus.
    move: undefined,
    page: undefined,
    select: undefined,
    extend: undefined,
    stack: undefined,
    // Handled by a separate hook, which leaves Ctrl+Z to text fields.
    undo: undefined,
  })
  // Without results it does nothing, but the browser must not select the texts of the window instead.
  useShortcuts('full', screen, listCommands, {
    selectAll: () => {
      if (ids.length > 0) selection.selectAll()
    },
  })
  const isSelected = (members: readonly string[]) => members.every((id) => selection.ids.has(id))
  /** The whole selection if it contains the results of a tile, otherwise only these; none while the selection isn't known yet. */
  const selectionOf = (members: readonly string[]): readonly string[] =>
    selection.isListing ? [] : isSelected(members) ? findSelected(selection.ids, shownTiles).ids : members
  const organizing = useOrganizeInGallery(selectionOf)
  const trashOrRestore = (removedIds: readonly string[]) => {
    if (trash) trashActions.restore(removedIds)
    else trashActions.trash(removedIds)
    selection.deselect(removedIds)
  }
  /** Trashes or restores the results of a tile, with the selection if they are part of it. */
  const remove = (members: readonly string[]) => {
    trashOrRestore(selectionOf(members))
    if (isSelected(members) && !selection.isListing) selection.end()
  }
  /** What the context menu and the drag of a tile apply to; nothing while the selection isn't known yet. */
  const targetOf = (members: readonly string[]): ResultTarget | undefined =>
    selection.isListing
      ? undefined
      : {
          ...selectionTarget(isSelected(members) ? selection.ids : new Set(members), shownTiles, {
            areInTrash: trash,
          }),
          onRemove: () => remove(members),
        }
  const tileActions: TileActions = {
    onOpen: open,
    onSelect: (members, range, start) => {
      if (library.isPlaceholder) return
      if (range) selection.extend(members, start)
      else selection.toggle(members)
    },
    onStar: trash ? undefined : (members, starred) => star(selectionOf(members), starred),
    onOrganize: organizing.onOrganize,
    onResult: (command, id) => {
      if (command === 'again') return setRepeatedId(id)
      if (command !== 'info') return void recall(command, id)
      detailsOpen.getState().choose(true)
      open(id)
    },
    onTrash: trash ? undefined : remove,
  }
  /** Trashes or restores the result in the viewer, which then shows the next one. */
  const removeOpened = (id: string) => {
    const index = ids.indexOf(id)
    const next = ids[index + 1] ?? ids[index - 1]
    if (next === undefined || index === -1) close()
    else open(next)
    trashOrRestore([id])
  }
  const closeMenu = () => setOpenMenu(undefined)

  return (
    <div ref={screen} className={screenStyles.screen}>
      {selection.isActive ? (
        <SelectionBar
          selection={selection}
          filter={filter}
          tiles={shownTiles}
          total={meaning ? ids.length : (library.totals?.total ?? null)}
          actions={tileActions}
          onTrashOrRestore={(selected) => {
            trashOrRestore(selected)
            selection.end()
          }}
        />
      ) : (
        <>
          <GalleryHeader
            library={library}
            gallery={gallery}
            searchRef={searchRef}
            filterRef={filterRef}
            isFilterMenuOpen={openMenu === 'filter'}
            onFilterMenu={(isOpen) => setOpenMenu(isOpen ? 'filter' : undefined)}
            onJump={canJump ? openJump : undefined}
            onSelect={ids.length > 0 ? selection.begin : undefined}
            onEmptyTrash={() => setOpenMenu('empty trash')}
            onMeaning={
              embeddingTask === undefined || trash ? undefined : () => show(view, { meaning: { text: '' } })
            }
          />
          <FilterBar
            filter={filter}
            isReady={!library.isLoading}
            onChange={(next, options) => show({ ...view, filter: next }, options)}
            onEmpty={() => filterRef.current?.focus()}
          >
            <SaveSearchButton gallery={gallery} />
          </FilterBar>
        </>
      )}
      <div className={screenStyles.body}>
        {meaning && embeddingTask ? (
          <Suspense>
            <MeaningView
              filter={filter}
              meaning={meaning}
              task={embeddingTask}
              onChange={(next) => show(view, { meaning: next })}
              selectedIds={selection.isActive ? selection.ids : undefined}
              onRanked={setRankedTiles}
              actions={tileActions}
              targetOf={targetOf}
            />
          </Suspense>
        ) : library.isLoading || (tiles.length === 0 && library.hasMore) ? (
          <div className={styles.waiting}>
            <TileSkeletons top={HEADING_HEIGHT} rowHeight={rowHeight} rows={4} />
          </div>
        ) : tiles.length === 0 ? (
          <EmptyGallery
            filter={filter}
            error={library.error}
            onRetry={library.reload}
            onChange={(next) => show({ ...view, filter: next }, { savedId: null })}
          />
        ) : (
          <GalleryGrid
            tiles={tiles}
            rowHeight={rowHeight}
            shape={shape}
            hasDays={sort.by === 'date'}
            scale={seek.scale}
            firstRank={library.firstRank}
            hasMore={library.hasMore}
            hasPrevious={library.hasPrevious}
            jump={seek.jump}
            onJumped={seek.endJump}
            scrollKey={library.anchor === undefined ? viewKey : `${viewKey} ${library.anchor.number}`}
            shownId={openedId}
            topTile={topTile}
            selectedIds={selection.isActive ? selection.ids : undefined}
            onMore={library.loadMore}
            onPrevious={library.loadPrevious}
            onSeek={seek.toRank}
            onJump={(to, start) => {
              if (start) selection.extendToEnd(to, start)
              void seek.toEnd(to, true)
            }}
            {...tileActions}
            targetOf={targetOf}
          />
        )}
      </div>
      {openedId !== undefined && (
        <AssetViewer
          id={openedId}
          order={ids}
          total={meaning ? ids.length : (library.totals?.total ?? null)}
          previousCount={meaning ? 0 : library.previousCount}
          onShow={open}
          onClose={close}
          onRemove={removeOpened}
        />
      )}
      {repeatedId !== undefined && <Again id={repeatedId} onClose={() => setRepeatedId(undefined)} />}
      {organizing.popover}
      {openMenu === 'jump' && (
        <Suspense>
          <JumpDialog
            timeline={seek.timeline ?? null}
            shownDay={shownDay}
            onClose={closeMenu}
            onPick={(day) => {
              closeMenu()
              void seek.toDay(day, true)
            }}
          />
        </Suspense>
      )}
      {openMenu === 'empty trash' && (
        <ConfirmDialog
          title={t('gallery.empty_trash_title')}
          text={
            library.totals
              ? t('gallery.empty_trash_text', { count: library.totals.total })
              : t('gallery.empty_trash_uncounted')
          }
          confirmLabel={t('gallery.empty_trash_action')}
          onClose={closeMenu}
          onConfirm={() => {
            trashActions.empty()
            closeMenu()
          }}
        />
      )}
    </div>
  )
}
