import {
  Ellipsis,
  FolderMinus,
  FolderOutput,
  FolderPlus,
  GalleryThumbnails,
  GitCompareArrows,
  RotateCcw,
  Star,
  StarOff,
  Tag,
  Trash2,
} from 'lucide-react'
import { lazy, type RefObject, Suspense, useMemo, useRef, useState } from 'react'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import screenStyles from '../../../ui/layout/screen.module.css'
import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import { collectionScope } from '../../../widgets/library/libraryFilter.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { CollectionPicker } from '../../../widgets/collections/CollectionPicker.tsx'
import { useCollectionActions } from '../../../widgets/collections/useCollectionActions.ts'
import { TagEditor } from '../../../widgets/organize/tags/TagEditor.tsx'
import { useRate } from '../../../widgets/organize/useRate.ts'
import { useStar } from '../../../widgets/organize/useStar.ts'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Rating } from '../../../ui/fields/Rating.tsx'
import type { Collection } from '../../../../src-preload/contract/types/collection.ts'
import { Compare, MAX_COMPARED, MIN_COMPARED } from '../../../widgets/results/compare/Compare.tsx'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import { selectionCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { MAX_SELECTED_RESULTS } from '../../../../src-preload/constraints/limits.ts'
import { findSelected, type SelectedTiles } from '../core/selectedTiles.ts'
import type { TileActions } from '../grid/useTileInteraction.ts'
import type { Selection } from './useSelection.ts'
import { useSelectionKeys } from './useSelectionKeys.ts'
import styles from '../header/GalleryHeader.module.css'

const ExportDialog = lazy(async () => ({
  default: (await import('../../../widgets/export/ExportDialog.tsx')).ExportDialog,
}))

interface Props {
  selection: Selection
  filter: LibraryFilter
  tiles: readonly Tile[]
  /** Number of results in the view; null until they are counted. */
  total: number | null
  /** What the keys of the selection do. */
  actions: TileActions
  /** Called with the selected results. */
  onTrashOrRestore: (ids: readonly string[]) => void
}

const NO_IDS: ReadonlySet<string> = new Set()

/** Replaces the header while results are being selected. */
export function SelectionBar({ selection, filter, tiles, total, actions, onTrashOrRestore }: Props) {
  const selectedIds = selection.isListing ? NO_IDS : selection.ids
  const selected = useMemo(() => findSelected(selectedIds, tiles), [selectedIds, tiles])
  const { ids } = selected
  const { trash } = filter
  const bar = useRef<HTMLElement>(null)
  const tagsButton = useRef<HTMLButtonElement>(null)
  useSelectionKeys({ bar, anchor: tagsButton, selected, actions, onEnd: selection.end })
  const Icon = trash ? RotateCcw : Trash2
  const removeLabel = t(trash ? 'gallery.restore' : 'gallery.to_trash')
  return (
    <header ref={bar} className={classes(screenStyles.head, styles.bar)}>
      <h1>
        <output>
          {selection.isListing ? t('gallery.selecting') : <SelectedCount count={ids.length} total={total} />}
        </output>
      </h1>
      <span className={screenStyles.sub} />
      <Button
        variant="quiet"
        disabled={tiles.length === 0 || selection.isListing}
        onClick={selection.selectAll}
      >
        {t('gallery.select_all')}
      </Button>
      <CompareButton ids={ids} />
      <ExportButton ids={ids} />
      {!trash && (
        <OrganizeActions
          selected={selected}
          tagsButton={tagsButton}
          collection={collectionScope(filter)}
          onDone={selection.end}
        />
      )}
      <Button
        disabled={ids.length === 0}
        aria-label={removeLabel}
        title={removeLabel}
        icon={<Icon aria-hidden />}
        onClick={() => onTrashOrRestore(ids)}
      >
        <span className={styles.wide}>{removeLabel}</span>
      </Button>
      <Button variant="primary" onClick={selection.end}>
        {t('gallery.done')}
      </Button>
    </header>
  )
}

/** How many results are selected; of how many, where no more can be. */
function SelectedCount({ count, total }: { count: number; total: number | null }) {
  if (count < MAX_SELECTED_RESULTS || total === null || total <= count)
    return t('gallery.selected', { count })
  return (
    <span title={t('gallery.selected_most', { count })}>{t('gallery.selected_of', { count, total })}</span>
  )
}

/** Compares the selection if it has two to four results; C does the same. */
function CompareButton({ ids }: { ids: readonly string[] }) {
  const [compared, setCompared] = useState<readonly string[]>()
  const canCompare = ids.length >= MIN_COMPARED && ids.length <= MAX_COMPARED
  const button = useRef<HTMLButtonElement>(null)
  useShortcuts('full', button, selectionCommands, {
    compare: canCompare && (() => setCompared(ids)),
    // The bar handles it.
    clear: undefined,
  })
  return (
    <>
      <Button
        ref={button}
        disabled={!canCompare}
        aria-label={t('gallery.compare')}
        title={t(canCompare ? 'gallery.compare_key' : 'gallery.compare_hint')}
        icon={<GitCompareArrows aria-hidden />}
        onClick={() => setCompared(ids)}
      >
        <span className={styles.wide}>{t('gallery.compare')}</span>
      </Button>
      {compared && <Compare ids={compared} onClose={() => setCompared(undefined)} />}
    </>
  )
}

function ExportButton({ ids }: { ids: readonly string[] }) {
  const [exported, setExported] = useState<readonly string[]>()
  return (
    <>
      <Button
        disabled={ids.length === 0}
        aria-label={t('exporting.open')}
        title={t('exporting.open')}
        icon={<FolderOutput aria-hidden />}
        onClick={() => setExported(ids)}
      >
        <span className={styles.wide}>{t('exporting.open')}</span>
      </Button>
      {exported && (
        <Suspense>
          <ExportDialog ids={exported} onClose={() => setExported(undefined)} />
        </Suspense>
      )}
    </>
  )
}

interface OrganizeActionsProps {
  selected: SelectedTiles
  tagsButton: RefObject<HTMLButtonElement | null>
  /** Id of the shown collection; null for everything. */
  collection: string | null
  onDone: () => void
}

/** Stars, rates and tags the selected results, and adds them to collections. */
function OrganizeActions({ selected, tagsButton, collection, onDone }: OrganizeActionsProps) {
  const rate = useRate()
  const { add } = useCollectionActions()
  const { data } = useApiQuery('collections.list', undefined)
  const collectionInView = data?.collections.find(({ id }) => id === collection)
  const { ids } = selected
  const isEmpty = ids.length === 0
  return (
    <>
      <StarAction {...selected} />
      <Rating
        label={t('organize.rating')}
        value={selected.rating}
        disabled={isEmpty}
        onValueChange={(next) => rate(ids, next)}
      />
      <TagsButton anchor={tagsButton} ids={ids} />
      <CollectionPicker
        label={t('collections.add_to_label')}
        ids={ids}
        onPick={(target) => {
          if (target) add(target, ids)
          onDone()
        }}
        onCreated={onDone}
        trigger={(aria) => (
          <Button
            {...aria}
            disabled={isEmpty}
            aria-label={t('collections.add_to_label')}
            icon={<FolderPlus aria-hidden />}
          >
            <span className={styles.wide}>{t('collections.add_to')}</span>
          </Button>
        )}
      />
      {collectionInView && <InCollectionMenu ids={ids} collection={collectionInView} onDone={onDone} />}
    </>
  )
}

/** Stars the selected results, or unstars them if all are starred. Offers both where that isn't known. */
function StarAction({ ids, areAllStarred }: SelectedTiles) {
  const star = useStar()
  if (areAllStarred === undefined)
    return (
      <Menu
        label={t('collections.stars_of_selection')}
        items={[
          { label: t('collections.star'), icon: <Star aria-hidden />, onSelect: () => star(ids, true) },
          { label: t('collections.unstar'), icon: <StarOff aria-hidden />, onSelect: () => star(ids, false) },
        ]}
        trigger={(aria) => (
          <IconButton
            {...aria}
            variant="framed"
            label={t('collections.stars_of_selection')}
            icon={<Star aria-hidden />}
          />
        )}
      />
    )
  return (
    <IconButton
      disabled={ids.length === 0}
      variant="framed"
      label={t(areAllStarred ? 'collections.unstar' : 'collections.star')}
      icon={<Star aria-hidden className={areAllStarred ? styles.full : undefined} />}
      onClick={() => star(ids, !areAllStarred)}
    />
  )
}

/** Opens the tags of the selected results. */
function TagsButton({
  anchor,
  ids,
}: {
  anchor: RefObject<HTMLButtonElement | null>
  ids: readonly string[]
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={anchor}
        disabled={ids.length === 0}
        aria-label={t('organize.edit_tags')}
        title={t('organize.edit_tags')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={<Tag aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.wide}>{t('organize.tags')}</span>
      </Button>
      {isOpen && (
        <TagEditor
          anchor={anchor}
          ids={ids}
          onClose={() => {
            setOpen(false)
            anchor.current?.focus()
          }}
        />
      )}
    </>
  )
}

interface InCollectionMenuProps {
  ids: readonly string[]
  collection: Collection
  onDone: () => void
}

/** Actions on the selected results of the shown collection. */
function InCollectionMenu({ ids, collection, onDone }: InCollectionMenuProps) {
  const { remove, setCover } = useCollectionActions()
  const [only] = ids
  return (
    <Menu
      label={t('collections.selected_actions', collection)}
      items={[
        {
          label: t('collections.use_as_cover'),
          icon: <GalleryThumbnails aria-hidden />,
          disabled: ids.length !== 1,
          onSelect: () => {
            if (only !== undefined) setCover(collection, only)
            onDone()
          },
        },
        {
          label: t('collections.remove_from', collection),
          icon: <FolderMinus aria-hidden />,
          disabled: ids.length === 0,
          onSelect: () => {
            remove(collection, ids)
            onDone()
          },
        },
      ]}
      trigger={(aria) => (
        <IconButton
          {...aria}
          variant="framed"
          label={t('collections.selected_actions', collection)}
          icon={<Ellipsis aria-hidden />}
        />
      )}
    />
  )
}
