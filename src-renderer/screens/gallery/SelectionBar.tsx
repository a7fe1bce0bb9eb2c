import {
  Ellipsis,
  FolderMinus,
  FolderOutput,
  FolderPlus,
  GalleryThumbnails,
  GitCompareArrows,
  RotateCcw,
  Star,
  Tag,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import screenStyles from '../../ui/layout/screen.module.css'
import type { LibraryFilter } from '../../../src-preload/contract/types/filter.ts'
import { collectionScope } from '../../widgets/library/libraryFilter.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { toasts } from '../../lib/toasts.ts'
import { CollectionPicker } from '../../widgets/collections/CollectionPicker.tsx'
import { useCollectionActions } from '../../widgets/collections/useCollectionActions.ts'
import { TagEditor } from '../../widgets/organize/TagEditor.tsx'
import { useRate } from '../../widgets/organize/useRate.ts'
import { useStar } from '../../widgets/organize/useStar.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Rating } from '../../ui/fields/Rating.tsx'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { Compare, MAX_COMPARED, MIN_COMPARED } from '../../widgets/results/compare/Compare.tsx'
import { useShortcuts } from '../../ui/useShortcuts.ts'
import { findCommand } from '../../lib/keys.ts'
import { selectionCommands } from '../../../src-preload/shared/keymap/later.ts'
import styles from './GalleryHeader.module.css'

const ExportDialog = lazy(async () => ({
  default: (await import('../../widgets/export/ExportDialog.tsx')).ExportDialog,
}))

interface Props {
  selection: Selection
  filter: LibraryFilter
  tiles: readonly Tile[]
  onTrashOrRestore: () => void
}

/** Replaces the header while results are being selected. */
export function SelectionBar({ selection, filter, tiles, onTrashOrRestore }: Props) {
  const { ids } = selection
  const { trash } = filter
  const end = useEffectEvent(selection.end)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (findCommand(selectionCommands, event) !== 'clear') return
      // An open dialog handles Escape itself.
      if (!event.defaultPrevented && !document.querySelector('dialog[open]')) end()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const Icon = trash ? RotateCcw : Trash2
  const removeLabel = t(trash ? 'gallery.restore' : 'gallery.to_trash')
  return (
    <header className={classes(screenStyles.head, styles.bar)}>
      <h1>
        <output>{t('gallery.selected', { count: ids.size })}</output>
      </h1>
      <span className={screenStyles.sub} />
      <Button variant="quiet" onClick={() => selection.selectAll(tiles.map(({ id }) => id))}>
        {t('gallery.select_all')}
      </Button>
      <CompareButton ids={[...ids]} />
      <ExportButton ids={ids} tiles={tiles} />
      {!trash && (
        <OrganizeActions
          ids={[...ids]}
          tiles={tiles}
          collection={collectionScope(filter)}
          onDone={selection.end}
        />
      )}
      <Button
        disabled={ids.size === 0}
        aria-label={removeLabel}
        title={removeLabel}
        icon={<Icon aria-hidden />}
        onClick={onTrashOrRestore}
      >
        <span className={styles.wide}>{removeLabel}</span>
      </Button>
      <Button variant="primary" onClick={selection.end}>
        {t('gallery.done')}
      </Button>
    </header>
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

/** Exports the selection in the order of the gallery. */
function ExportButton({ ids, tiles }: { ids: ReadonlySet<string>; tiles: readonly Tile[] }) {
  const [exported, setExported] = useState<readonly string[]>()
  const open = () => {
    const shown = tiles.filter(({ id }) => ids.has(id)).map(({ id }) => id)
    setExported([...new Set([...shown, ...ids])])
  }
  return (
    <>
      <Button
        disabled={ids.size === 0}
        aria-label={t('exporting.open')}
        title={t('exporting.open')}
        icon={<FolderOutput aria-hidden />}
        onClick={open}
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
  ids: readonly string[]
  tiles: readonly Tile[]
  /** Id of the shown collection; null for everything. */
  collection: string | null
  onDone: () => void
}

/** Stars, rates and tags the selected results, and adds them to collections. */
function OrganizeActions({ ids, tiles, collection, onDone }: OrganizeActionsProps) {
  const star = useStar()
  const rate = useRate()
  const { add } = useCollectionActions()
  const { data } = useApiQuery('collections.list', undefined)
  const collectionInView = data?.collections.find(({ id }) => id === collection)
  const idSet = new Set(ids)
  const selected = tiles.filter(({ id }) => idSet.has(id))
  const areAllStarred = selected.length > 0 && selected.every(({ starredAt }) => starredAt !== null)
  const [rating] = selected.map((tile) => tile.rating)
  const haveSameRating = selected.every((tile) => tile.rating === rating)
  const isEmpty = ids.length === 0
  const starLabel = t(areAllStarred ? 'collections.unstar' : 'collections.star')
  return (
    <>
      <IconButton
        disabled={isEmpty}
        variant="framed"
        label={starLabel}
        icon={<Star aria-hidden className={areAllStarred ? styles.full : undefined} />}
        onClick={() => star(ids, !areAllStarred)}
      />
      <Rating
        label={t('organize.rating')}
        value={haveSameRating ? (rating ?? 0) : undefined}
        disabled={isEmpty}
        onValueChange={(next) => rate(ids, next)}
      />
      <TagsButton ids={ids} />
      <CollectionPicker
        label={t('collections.add_to_label')}
        ids={ids}
        onPick={(target) => {
          if (target) add(target, ids)
          onDone()
        }}
        onCreated={({ name, assets }) => {
          toasts.getState().show({ text: t('collections.added', { count: assets, name }) })
          onDone()
        }}
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

/** Opens the tags of the selected results. */
function TagsButton({ ids }: { ids: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
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

export interface Selection extends Pick<SelectionState, 'isActive' | 'ids'> {
  begin: () => void
  end: () => void
  toggle: (id: string) => void
  /** Adds the range from the result touched last to this one; `order` is the order of the results on screen. */
  extend: (id: string, order: readonly string[]) => void
  selectAll: (ids: readonly string[]) => void
}

/** The selected results of a view, with the actions that change the selection. It is cleared when the view changes. */
export function useSelection(viewKey: string): Selection {
  const [state, setState] = useState(NO_SELECTION)
  const [lastViewKey, setLastViewKey] = useState(viewKey)
  if (viewKey !== lastViewKey) {
    setLastViewKey(viewKey)
    setState(NO_SELECTION)
  }
  return {
    isActive: state.isActive,
    ids: state.ids,
    begin: () => setState((old) => ({ ...old, isActive: true })),
    end: () => setState(NO_SELECTION),
    toggle: (id) => setState((old) => toggleSelected(old, id)),
    extend: (id, order) => setState((old) => extendTo(old, id, order)),
    selectAll: (order) => setState(selectAllOf(order)),
  }
}

/** The selected results. */
export interface SelectionState {
  /** Whether results are being selected; there may be none yet. */
  isActive: boolean
  ids: ReadonlySet<string>
  /** The result touched last, from which a range extends. */
  lastTouched: string | undefined
}

export const NO_SELECTION: SelectionState = { isActive: false, ids: new Set(), lastTouched: undefined }

/** Selects a result, or deselects it. */
export function toggleSelected({ ids }: SelectionState, id: string): SelectionState {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { isActive: true, ids: next, lastTouched: id }
}

/** Adds the range from the last touched result to this one; only this one if there is no range. */
export function extendTo(
  { ids, lastTouched }: SelectionState,
  id: string,
  order: readonly string[],
): SelectionState {
  const from = lastTouched === undefined ? -1 : order.indexOf(lastTouched)
  const to = order.indexOf(id)
  const range = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { isActive: true, ids: new Set([...ids, ...range]), lastTouched: id }
}

export const selectAllOf = (ids: readonly string[]): SelectionState => ({
  isActive: true,
  ids: new Set(ids),
  lastTouched: undefined,
})
