import { RotateCcw, Trash2, FolderMinus, FolderPlus, Star } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import screenStyles from '../../ui/layout/screen.module.css'
import type { GalleryFilter } from '../../widgets/library/libraryPages.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { toasts } from '../../lib/toasts.ts'
import { CollectionPicker } from '../../widgets/collections/CollectionPicker.tsx'
import { useCollectionActions } from '../../widgets/collections/CollectionsPanel.tsx'
import { useStar } from '../../widgets/collections/StarButton.tsx'
import styles from './GalleryHeader.module.css'

interface Props {
  selection: Selection
  filter: GalleryFilter
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
      if (event.key === 'Escape' && !event.defaultPrevented) end()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const Icon = trash ? RotateCcw : Trash2
  return (
    <header className={classes(screenStyles.head, styles.bar)}>
      <h1>
        <output>{t('gallery.selected', { count: ids.size })}</output>
      </h1>
      <span className={screenStyles.sub} />
      <Button variant="quiet" onClick={() => selection.selectAll(tiles.map(({ id }) => id))}>
        {t('gallery.select_all')}
      </Button>
      {!trash && (
        <OrganizeActions ids={[...ids]} tiles={tiles} collection={filter.collection} onDone={selection.end} />
      )}
      <Button disabled={ids.size === 0} onClick={onTrashOrRestore} icon={<Icon aria-hidden />}>
        {trash ? t('gallery.restore') : t('gallery.to_trash')}
      </Button>
      <Button variant="primary" onClick={selection.end}>
        {t('gallery.done')}
      </Button>
    </header>
  )
}

interface OrganizeActionsProps {
  ids: readonly string[]
  tiles: readonly Tile[]
  /** Id of the shown collection; null for everything. */
  collection: string | null
  onDone: () => void
}

/** Stars the selected results, and adds them to collections. */
function OrganizeActions({ ids, tiles, collection, onDone }: OrganizeActionsProps) {
  const star = useStar()
  const { add, remove } = useCollectionActions()
  const { data } = useApiQuery('collections.list', undefined)
  const collectionInView = data?.collections.find(({ id }) => id === collection)
  const selected = new Set(ids)
  const areAllStarred =
    ids.length > 0 && tiles.every(({ id, starredAt }) => !selected.has(id) || starredAt !== null)
  const isEmpty = ids.length === 0
  return (
    <>
      <Button
        disabled={isEmpty}
        aria-label={t(areAllStarred ? 'collections.unstar' : 'collections.star')}
        title={t(areAllStarred ? 'collections.unstar' : 'collections.star')}
        icon={<Star aria-hidden className={areAllStarred ? styles.full : undefined} />}
        onClick={() => star(ids, !areAllStarred)}
      >
        <span className={styles.wide}>{t(areAllStarred ? 'collections.unstar' : 'collections.star')}</span>
      </Button>
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
      {collectionInView && (
        <Button
          disabled={isEmpty}
          aria-label={t('collections.remove_from', collectionInView)}
          title={t('collections.remove_from', collectionInView)}
          icon={<FolderMinus aria-hidden />}
          onClick={() => {
            remove(collectionInView, ids)
            onDone()
          }}
        >
          <span className={styles.wide}>{t('collections.take_out')}</span>
        </Button>
      )}
    </>
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

/** The selected results, with the actions that change the selection. */
export function useSelection(): Selection {
  const [state, setState] = useState(NO_SELECTION)
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
